// The WebAssembly module behind its C interface of four functions (src/wasm/wasm.cpp). Runs in a worker, in the page
// or in Node alike.

interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    tavola_alloc(length: number): number;
    tavola_free(text: number): void;
    tavola_answer(text: number, length: number): number;
    tavola_length(): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Module {
    private constructor(private readonly core: Exports) {}

    /** `tell` hears what a long request finds on its way. */
    static async start(module: WebAssembly.Module, tell: (text: string) => void = () => {}): Promise<Module> {
        let memory: WebAssembly.Memory | undefined;
        const bytes = () => new Uint8Array(memory!.buffer);
        const numbers = () => new DataView(memory!.buffer);
        // What the C library asks of its host: the time, random bytes, and nothing else of consequence.
        const wasi: Record<string, (...args: number[]) => number> = {
            clock_time_get: (_clock, _precision, result) => {
                numbers().setBigUint64(result!, BigInt(Math.round(performance.now() * 1e6)), true);
                return 0;
            },
            random_get: (start, length) => {
                crypto.getRandomValues(bytes().subarray(start!, start! + length!));
                return 0;
            },
            proc_exit: (code) => {
                throw new Error(`core: exit ${code}`);
            },
        };
        const unsupported = 52;
        const imports: WebAssembly.Imports = {
            tavola: {
                tell: (text: number, length: number) =>
                    tell(decoder.decode(bytes().slice(text, text + length))),
            },
        };
        for (const { module: name, name: field } of WebAssembly.Module.imports(module)) {
            const part = (imports[name] ??= {});
            part[field] ??= wasi[field] ?? (() => unsupported);
        }
        const instance = await WebAssembly.instantiate(module, imports);
        const core = instance.exports as unknown as Exports;
        memory = core.memory;
        core._initialize();
        return new Module(core);
    }

    answer(request: string): string {
        const text = encoder.encode(request);
        const start = this.core.tavola_alloc(text.length);
        new Uint8Array(this.core.memory.buffer).set(text, start);
        const answer = this.core.tavola_answer(start, text.length);
        const result = decoder.decode(
            new Uint8Array(this.core.memory.buffer).slice(answer, answer + this.core.tavola_length()),
        );
        this.core.tavola_free(start);
        return result;
    }
}
