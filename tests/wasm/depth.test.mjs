// The stack of the browser's build: the deepest searches fit on half of what the module has.
// Run by `./test`; needs TAVOLA_DEPTH (tavola_depth.wasm, whose stack is that half).
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const games = ['trilha', 'abalone', 'trench', 'policiais', 'pretoa'];

for (const [number, game] of games.entries())
    test(`${game}: the deepest search fits on its stack`, async () => {
        const bytes = await readFile(process.env.TAVOLA_DEPTH);
        const host = Object.fromEntries(
            WebAssembly.Module.imports(await WebAssembly.compile(bytes)).map(({ name }) => [name, () => 0]),
        );
        const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: host });
        instance.exports._initialize();
        // Beyond the stack the module traps, and this throws.
        const used = instance.exports.tavola_depth(number);
        assert.ok(used > 100_000, `only ${used} bytes: it did not go down`);
        assert.ok(used < 4 << 20, `${used} bytes`);
        console.log(`${game}: ${used} bytes`);
    });
