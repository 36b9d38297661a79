// The gradients that boards and men are painted with: once in the page, for every drawing on it.

type Stop = [at: number, colour: string, opacity?: number];

/** Light falls from the upper left: a round thing is brightest there. */
const round: Record<string, Stop[]> = {
    yellow: [[0, '#ffe9a6'], [0.45, '#eebb3c'], [1, '#b67a12']],
    red: [[0, '#f08a6c'], [0.45, '#c53a28'], [1, '#7f170f']],
    green: [[0, '#a5d6a0'], [0.45, '#3f8f4e'], [1, '#1c5230']],
    blue: [[0, '#a3c7ef'], [0.45, '#3c72b8'], [1, '#193a70']],
    'glass-0': [[0, '#6f7684'], [0.18, '#3a3f4a'], [0.55, '#14161b'], [0.86, '#050608'], [1, '#2c3340']],
    'glass-1': [[0, '#ffffff'], [0.3, '#f7f4ee'], [0.68, '#d9d6d2'], [0.9, '#a7a6a8'], [1, '#d5d9df']],
    'stone-0': [[0, '#55555a'], [0.6, '#333337'], [1, '#1c1c1f']],
    'stone-1': [[0, '#fffdf6'], [0.6, '#efe9db'], [1, '#c9c1b0']],
    // Hollows are dark there instead.
    cup: [[0, '#07080b'], [0.55, '#12151b'], [1, '#39404d']],
    drill: [[0, '#150b05'], [0.6, '#2c1a0e'], [1, '#6b4a2c']],
};
/** Without a side: from the middle outwards. */
const middle: Record<string, Stop[]> = {
    shade: [[0, '#000', 0.55], [0.7, '#000', 0.42], [0.86, '#000', 0.16], [1, '#000', 0]],
    glow: [[0, '#fff', 0.9], [0.5, '#fff', 0.35], [1, '#fff', 0]],
    vignette: [[0, '#fff6dd', 0.22], [0.55, '#fff6dd', 0], [1, '#1d0e04', 0.3]],
    turned: [[0, '#c98a52'], [0.6, '#b87642'], [1, '#95592d']],
};
/** From the upper left to the lower right. */
const slant: Record<string, Stop[]> = {
    maple: [[0, '#f0dab0'], [0.5, '#e6cb9a'], [1, '#d8b982']],
    walnut: [[0, '#7b5334'], [0.5, '#5f3d24'], [1, '#452a17']],
    cherry: [[0, '#b9774a'], [1, '#965a33']],
    ebony: [[0, '#4a3527'], [0.5, '#2f2018'], [1, '#1d130d']],
    lacquer: [[0, '#4b5362'], [0.4, '#262b35'], [1, '#101318']],
    plate: [[0, '#2c323d'], [1, '#171a21']],
    granite: [[0, '#a39d93'], [0.5, '#7f7a72'], [1, '#5d5952']],
    paper: [[0, '#fbf4e1'], [0.6, '#f3e8cd'], [1, '#e6d6b4']],
    // Along a stick: light on its upper side.
};
/** From top to bottom. */
const fall: Record<string, Stop[]> = {
    'stick-1': [[0, '#f7a55c'], [0.4, '#e27b27'], [1, '#a24c0d']],
    'stick-0': [[0, '#fffaf0'], [0.45, '#f1e6d0'], [1, '#b9a88a']],
};

const stops = (list: Stop[]) =>
    list
        .map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
        .join('');
const gradients = (kind: string, where: string, of: Record<string, Stop[]>) =>
    Object.entries(of)
        .map(([name, list]) => `<${kind}Gradient id="paint-${name}" ${where}>${stops(list)}</${kind}Gradient>`)
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
            gradients('linear', 'x2="1" y2="1"', slant) +
            gradients('linear', 'x2="0" y2="1"', fall)
        }</svg>`,
    );
}

/** What to paint with. */
export const paint = (name: string): string => `url(#paint-${name})`;
