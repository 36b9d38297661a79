// Loads tavola.wasm and asks it questions: what a page does, with as little around it as possible.
import { readFile } from 'node:fs/promises';

/** Functions that take a request and return its answer; what is told on the way goes to `tell`, an object each. */
export async function loadCore(file, tell = () => {}) {
    let memory;
    // The only calls that the C++ runtime makes on its host: it may ask the time and say why it stops.
    const host = {
        clock_time_get: (clock, precision, place) => {
            new DataView(memory.buffer).setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
        fd_close: () => 0,
        fd_seek: () => 0,
        fd_write: (stream, vectors, count, written) => {
            const view = new DataView(memory.buffer);
            let total = 0;
            for (let i = 0; i < count; ++i) {
                const start = view.getUint32(vectors + 8 * i, true);
                const length = view.getUint32(vectors + 8 * i + 4, true);
                process.stderr.write(new Uint8Array(memory.buffer, start, length));
                total += length;
            }
            view.setUint32(written, total, true);
            return 0;
        },
    };
    const tavola = {
        tell: (text, length) => tell(JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, text, length)))),
    };
    const imports = { wasi_snapshot_preview1: host, tavola };
    const { instance } = await WebAssembly.instantiate(await readFile(file), imports);
    const core = instance.exports;
    memory = core.memory;
    core._initialize();

    const answerText = (text) => {
        const request = new TextEncoder().encode(text);
        const place = core.tavola_alloc(request.length);
        new Uint8Array(memory.buffer, place, request.length).set(request);
        const answer = core.tavola_answer(place, request.length);
        const result = new TextDecoder().decode(new Uint8Array(memory.buffer, answer, core.tavola_length()));
        core.tavola_free(place);
        return result;
    };
    const ask = (request) => JSON.parse(answerText(JSON.stringify(request)));
    return { answerText, ask, memory: () => memory.buffer.byteLength };
}
