import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
    plugins: [svelte()],
    resolve: {
        alias: [
            // The core, built by the preset `wasm`.
            { find: /^@wasm/, replacement: process.env.TAVOLA_WASM ?? here('../build/wasm/tavola.wasm') },
        ],
    },
    base: './',
    worker: { format: 'es' },
    build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, outDir: 'dist' },
    server: { fs: { allow: [here('..')] } },
    test: { include: ['tests/unit/**/*.test.ts'] },
});
