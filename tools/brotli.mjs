// usage: node brotli.mjs FOLDER
// Compresses each file NAME of the folder by Brotli, as small as it gets, to NAME.br.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const [folder] = process.argv.slice(2);
for (const name of readdirSync(folder)) {
  const data = readFileSync(join(folder, name));
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(data, { params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  } }));
}
