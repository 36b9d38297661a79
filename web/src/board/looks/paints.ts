// The gradients that boards and men are painted with: once in the page, for every drawing on it.

type Stop = [at: number, colour: string, opacity?: number];

/** Light falls from the upper left: a round thing is brightest there. */
const round: Record<string, Stop[]> = {
    yellow: [
        [0, '#ffe9a6'],
        [0.45, '#eebb3c'],
        [1, '#b67a12'],
    ],
    red: [
        [0, '#f08a6c'],
        [0.45, '#c53a28'],
        [1, '#7f170f'],
    ],
    green: [
        [0, '#a5d6a0'],
        [0.45, '#3f8f4e'],
        [1, '#1c5230'],
    ],
    blue: [
        [0, '#a3c7ef'],
        [0.45, '#3c72b8'],
        [1, '#193a70'],
    ],
    'glass-0': [
        [0, '#5d6573'],
        [0.2, '#2c3038'],
        [0.6, '#0b0c0f'],
        [0.88, '#020203'],
        [1, '#3d4757'],
    ],
    'glass-1': [
        [0, '#ffffff'],
        [0.3, '#f6f9fb'],
        [0.62, '#d5dee6'],
        [0.88, '#9dadbb'],
        [1, '#dfe8ee'],
    ],
    'stone-0': [
        [0, '#55555a'],
        [0.6, '#333337'],
        [1, '#1c1c1f'],
    ],
    'stone-1': [
        [0, '#fffdf6'],
        [0.6, '#efe9db'],
        [1, '#c9c1b0'],
    ],
    // Hollows are dark there instead.
    cup: [
        [0, '#1d242d'],
        [0.5, '#303a46'],
        [1, '#667586'],
    ],
    drill: [
        [0, '#150b05'],
        [0.6, '#2c1a0e'],
        [1, '#6b4a2c'],
    ],
};
/** Without a side: from the middle outwards. */
const middle: Record<string, Stop[]> = {
    shade: [
        [0, '#000', 0.55],
        [0.7, '#000', 0.42],
        [0.86, '#000', 0.16],
        [1, '#000', 0],
    ],
    glow: [
        [0, '#fff', 0.9],
        [0.5, '#fff', 0.35],
        [1, '#fff', 0],
    ],
    turned: [
        [0, '#d39a60'],
        [0.6, '#bd7d47'],
        [1, '#a0622f'],
    ],
};
/** From the middle into the corners. */
const wide: Record<string, Stop[]> = {
    vignette: [
        [0, '#fff1cf', 0.16],
        [0.5, '#fff1cf', 0],
        [1, '#4a2508', 0.26],
    ],
};
/** From the upper left to the lower right. */
const slant: Record<string, Stop[]> = {
    maple: [
        [0, '#f0dab0'],
        [0.5, '#e6cb9a'],
        [1, '#d8b982'],
    ],
    walnut: [
        [0, '#7b5334'],
        [0.5, '#5f3d24'],
        [1, '#452a17'],
    ],
    cherry: [
        [0, '#c98f5c'],
        [1, '#a96c3f'],
    ],
    sapele: [
        [0, '#a8632f'],
        [1, '#8a4c22'],
    ],
    ebony: [
        [0, '#4a3527'],
        [0.5, '#2f2018'],
        [1, '#1d130d'],
    ],
    lacquer: [
        [0, '#5b6675'],
        [0.4, '#2c333e'],
        [1, '#141920'],
    ],
    plate: [
        [0, '#566373'],
        [1, '#353f4b'],
    ],
    granite: [
        [0, '#a39d93'],
        [0.5, '#7f7a72'],
        [1, '#5d5952'],
    ],
    paper: [
        [0, '#fbf4e1'],
        [0.6, '#f3e8cd'],
        [1, '#e6d6b4'],
    ],
};
/** From left to right. */
const across: Record<string, Stop[]> = {
    'stick-1': [
        [0, '#f4a257'],
        [0.35, '#ea8a37'],
        [1, '#c9641b'],
    ],
    'stick-0': [
        [0, '#d8c9ab'],
        [0.3, '#fffaf0'],
        [0.6, '#f1e6d0'],
        [1, '#b39f7c'],
    ],
};

const stops = (list: Stop[]) =>
    list
        .map(
            ([at, colour, opacity = 1]) =>
                `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
        )
        .join('');
const gradients = (kind: string, where: string, of: Record<string, Stop[]>) =>
    Object.entries(of)
        .map(
            ([name, list]) => `<${kind}Gradient id="paint-${name}" ${where}>${stops(list)}</${kind}Gradient>`,
        )
        .join('');

/** Brings the paints into the page; the first drawing does it for all. */
export function mixPaints(): void {
    if (document.getElementById('paints')) return;
    // Not hidden by `display`: some browsers paint nothing from there.
    document.body.insertAdjacentHTML(
        'beforeend',
        `<svg id="paints" width="0" height="0" style="position:absolute" aria-hidden="true">${
            gradients('radial', 'cx=".36" cy=".3" r=".76"', round) +
            gradients('radial', '', middle) +
            gradients('radial', 'r=".78"', wide) +
            gradients('linear', 'x2="1" y2="1"', slant) +
            gradients('linear', '', across)
        }</svg>`,
    );
}

/** What to paint with. */
export const paint = (name: string): string => `url(#paint-${name})`;
