// Where in the house the reader is: the part of the address after '#', so that the pages work from any folder, from
// any server and without one.

export interface Route {
    /** `#/new/trilha?level=3` is the page `new` with the part `trilha`. */
    page: string;
    parts: string[];
    query: URLSearchParams;
}

export function parse(hash: string): Route {
    const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
    const [page = '', ...parts] = path.split('/').map(decode);
    return { page, parts, query: new URLSearchParams(query) };
}

// An address may be typed by hand: what is no code is taken as it is.
function decode(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

export function link(page: string, parts: string[] = [], query: Record<string, string> = {}): string {
    const path = [page, ...parts].map(encodeURIComponent).join('/');
    const tail = new URLSearchParams(query).toString();
    return `#/${path}${tail ? `?${tail}` : ''}`;
}

let current = $state.raw(parse(location.hash));
addEventListener('hashchange', () => (current = parse(location.hash)));

export const route = (): Route => current;
export function go(address: string, replace = false): void {
    if (replace) {
        history.replaceState(null, '', address);
        current = parse(location.hash);
    } else location.hash = address;
}
