// usage: node check_wasm.mjs MODULE.wasm
// The module must be self-contained (no imports) and export only memory and apo_ functions.
import { readFileSync } from 'node:fs';

const path = process.argv[2];
const module = new WebAssembly.Module(readFileSync(path));
const faults = [];
for (const { module: from, name } of WebAssembly.Module.imports(module))
  faults.push(`imports ${from}.${name}: something in it calls the C library's input and output`);
const exported = WebAssembly.Module.exports(module);
for (const { name } of exported)
  if (name !== 'memory' && !name.startsWith('apo_'))
    faults.push(`exports ${name}, which is neither memory nor apo_...`);
if (!exported.some(({ kind }) => kind === 'function'))
  faults.push('exports no function; mark them with __attribute__((export_name("apo_...")))');

for (const fault of faults)
  console.error(`${path}: ${fault}`);
console.log(`${exported.length} exports, ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
