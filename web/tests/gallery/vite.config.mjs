// The gallery: every look on one page, for the eye. Not part of the house.
import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vite';
import base from '../../vite.config.ts';
import { scenes } from './scenes.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const name = 'virtual:scenes';

export default mergeConfig(base, {
    root: here('.'),
    publicDir: here('../../public'),
    cacheDir: here('../../node_modules/.vite-gallery'),
    plugins: [
        {
            name: 'scenes',
            resolveId: (id) => (id === name ? name : undefined),
            load: async (id) =>
                id === name
                    ? `export default ${JSON.stringify(
                          await scenes(process.env.TAVOLA_WASM ?? here('../../../build/wasm/tavola.wasm')),
                      )}`
                    : undefined,
        },
    ],
});
