import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Tells the service worker the files of this version. Large icons are for the installer alone.
function offline(): Plugin {
    return {
        name: 'tavola-offline',
        apply: 'build',
        generateBundle: {
            order: 'post',
            handler(_options, bundle) {
                const worker = bundle['sw.js'];
                if (worker?.type !== 'chunk') throw new Error('there is no service worker');
                const known = readdirSync(here('public'), { recursive: true, withFileTypes: true })
                    .filter((entry) => entry.isFile() && !/\.(png|txt)$/.test(entry.name))
                    .map((entry) => `${entry.parentPath}/${entry.name}`);
                const built = Object.keys(bundle).filter((name) => name !== 'sw.js' && name !== 'index.html');
                const files = [...built, ...known.map((path) => path.slice(here('public/').length))];
                const version = createHash('sha256');
                for (const name of built.sort()) version.update(name);
                for (const path of [...known.sort(), here('index.html')]) version.update(readFileSync(path));
                worker.code = worker.code
                    .replaceAll(
                        '__FILES__',
                        JSON.stringify(['./', ...files.sort().map((name) => `./${name}`)]),
                    )
                    .replaceAll('__VERSION__', JSON.stringify(version.digest('hex').slice(0, 12)));
            },
        },
    };
}

export default defineConfig({
    plugins: [svelte(), offline()],
    resolve: {
        alias: [
            // The core, built by the preset `wasm`.
            { find: /^@wasm/, replacement: process.env.TAVOLA_WASM ?? here('../build/wasm/tavola.wasm') },
        ],
    },
    base: './',
    worker: { format: 'es' },
    build: {
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        outDir: 'dist',
        rolldownOptions: {
            input: { index: here('index.html'), sw: here('src/sw.ts') },
            output: {
                entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
            },
        },
    },
    server: { fs: { allow: [here('..')] } },
    // No test is measured by the clock; this ends what hangs.
    test: { include: ['tests/unit/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
