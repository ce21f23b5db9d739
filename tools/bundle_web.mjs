#!/usr/bin/env node
// Bundles what the pages load, so that a page requests three scripts rather than thirty.
//
// usage: bundle_web.mjs WEB OUT
//
// Each script and style that a template of WEB/pages/ names becomes one small file in OUT, of the
// same name; so do each WEB/**/*-worker.js and each module that is imported by import(). The site's
// script (the module in layout.html) is on every page: its modules must exist once, so the scripts
// of pages import them from its bundle. The script for the pages of others stands alone.
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';

const OPTIONS = { bundle: true, format: 'esm', target: 'es2022', minify: true, charset: 'utf8',
  logLevel: 'warning' };
const FOR_OTHERS = ['embed/apothecary.js', 'embed/embed.css'];
const SCRIPT = /<script( type="module")? src="\{\{static\}\}\/([^"]+)"/g;
const STYLE = /<link rel="stylesheet" href="\{\{static\}\}\/([^"]+)"/g;

const [web, out] = process.argv.slice(2).map(path => resolve(path));
if (out === undefined) {
  console.error('usage: bundle_web.mjs WEB OUT');
  process.exit(2);
}
const { build } = createRequire(new URL('../web/package.json', import.meta.url))('esbuild');

const nameOf = path => relative(web, path);
const from = (folder, name) => (path => path.startsWith('.') ? path
  : `./${path}`)(relative(folder, name));

/** What the templates load: { classic, modules, styles, site }, names of files below WEB. */
async function findEntries() {
  const classic = new Set(), modules = new Set(), styles = new Set();
  let site;
  const folder = join(web, 'pages');
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    for (const [, isModule, script] of text.matchAll(SCRIPT)) {
      (isModule ? modules : classic).add(script);
      if (isModule && name === 'layout.html')
        site = script;
    }
    for (const [, style] of text.matchAll(STYLE))
      styles.add(style);
  }
  if (site === undefined)
    throw new Error('layout.html loads no module');
  return { classic, modules, styles, site };
}

/** Leaves late imports of `entry` to files of their own. */
const lateOutside = entry => ({
  name: 'late-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => (kind === 'dynamic-import'
      ? { path: from(dirname(entry), nameOf(join(resolveDir, path))), external: true }
      : undefined));
  },
});

/** The modules that `entry` is made of, with what each exports: [{ name, exports }]. No name
 * twice. */
async function modulesOf(entry) {
  const listed = await build({ ...OPTIONS, entryPoints: [join(web, entry)], write: false,
    metafile: true, plugins: [lateOutside(entry)] });
  const paths = Object.keys(listed.metafile.inputs).map(path => resolve(path));
  const { metafile } = await build({ ...OPTIONS, entryPoints: paths, outdir: out, outbase: web,
    write: false, metafile: true });
  const found = Object.values(metafile.outputs).map(({ entryPoint, exports }) =>
    ({ name: nameOf(resolve(entryPoint)), exports }));
  const names = found.flatMap(({ exports }) => exports);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new Error(`two modules of ${entry} export "${twice}"`);
  return found;
}

/** What the modules of `entry` import only when it is needed: names, of which each becomes a file
 * of its own, in which modules of the page may stand a second time. */
async function lateImportsOf(entry) {
  const { metafile } = await build({ ...OPTIONS, entryPoints: [join(web, entry)], write: false,
    metafile: true });
  return Object.values(metafile.inputs).flatMap(({ imports }) => imports)
    .filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => nameOf(resolve(path)));
}

/** import.meta.url stays the address of the module, wherever its bundle lies. */
const addresses = entry => ({
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const here = `new URL('${from(dirname(entry), nameOf(path))}', import.meta.url).href`;
      return { contents: text.replaceAll('import.meta.url', here) };
    });
  },
});

/** Imports the `names` from the bundle of the site. */
const fromSite = (entry, names, site) => ({
  name: 'from-site',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const name = nameOf(join(resolveDir, path));
      return names.has(name) ? { path: from(dirname(entry), site), external: true } : undefined;
    });
  },
});

const { classic, modules, styles, site } = await findEntries();
const all = (await readdir(web, { recursive: true }))
  .filter(name => !name.includes('node_modules'));
const others = new Set(FOR_OTHERS.filter(name => all.includes(name)));
const workers = all.filter(name => name.endsWith('-worker.js'));
const late = new Set((await Promise.all([...modules].map(lateImportsOf))).flat());
const shared = await modulesOf(site);
const sharedNames = new Set(shared.map(({ name }) => name));

const write = (entry, more = {}) => build({ ...OPTIONS, entryPoints: [join(web, entry)],
  outfile: join(out, entry), ...more });

await Promise.all([
  write(site, {
    entryPoints: undefined,
    stdin: {
      contents: [`import './${site}';`, ...shared.filter(({ exports }) => exports.length > 0)
        .map(({ name, exports }) => `export { ${exports.join(', ')} } from './${name}';`)].join(
        '\n'),
      resolveDir: web, sourcefile: 'site-bundle.js',
    },
    plugins: [lateOutside(site), addresses(site)],
  }),
  ...[...modules, ...late].filter(name => name !== site && !others.has(name)).map(name =>
    write(name, { plugins: [lateOutside(name), fromSite(name, sharedNames, site),
      addresses(name)] })),
  ...[...workers, ...others].map(name => write(name, { plugins: [addresses(name)] })),
  ...[...classic].map(name => write(name, { format: 'iife' })),
  ...[...styles].map(name => write(name)),
]);
