// Texts in an address: packed, and in letters that an address may hold.

// Nobody shares more than this; who does means harm.
const most = 1 << 21;

async function through(bytes: BlobPart, stream: GenericTransformStream): Promise<Uint8Array> {
    const reader = new Blob([bytes])
        .stream()
        .pipeThrough(stream as ReadableWritablePair)
        .getReader();
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        length += value.length;
        if (length > most) {
            await reader.cancel();
            throw new Error('too long');
        }
        chunks.push(value);
    }
    return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
    const bytes = await through(text, new CompressionStream('deflate-raw'));
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Fails where nothing was packed so. */
export async function unpack(packed: string): Promise<string> {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(
        await through(bytes, new DecompressionStream('deflate-raw')),
    );
}
