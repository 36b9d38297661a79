// Gives the reader a text as a file of his own.
export function save(name: string, text: string, type = 'text/plain'): void {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
}
