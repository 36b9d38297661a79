// Makes the compressed forms of the built pages, beside each file: `node scripts/compress.mjs web/dist`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const worthwhile = /\.(html|js|css|json|svg|wasm|webmanifest|txt|map)$/;
const folder = process.argv[2];

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !worthwhile.test(entry.name)) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  const contents = readFileSync(path);
  const forms = {
    '.gz': gzipSync(contents, { level: 9 }),
    '.br': brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length } }),
  };
  // A small file may not become smaller.
  for (const [ending, bytes] of Object.entries(forms))
    if (bytes.length < contents.length) writeFileSync(path + ending, bytes);
}
