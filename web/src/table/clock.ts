// Time as a clock's face shows it: hours where there are any, and tenths when so little is left that they count.
export function face(milliseconds: number, tenthsBelow = 0): string {
    const tenths = Math.ceil(milliseconds / 100);
    const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
    const two = (number: number) => String(number).padStart(2, '0');
    const tail = milliseconds < tenthsBelow ? `.${tenths % 10}` : '';
    const hours = Math.floor(minutes / 60);
    return `${hours ? `${hours}:${two(minutes % 60)}` : minutes}:${two(seconds)}${tail}`;
}
