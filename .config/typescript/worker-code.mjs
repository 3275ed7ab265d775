import { fileURLToPath, pathToFileURL } from 'node:url';
import { hashOf, keep, read, readIfThere, readKept, urlOfKept } from './kept.mjs';

/*
 * A thread of the codec pool that runs the sources as they lie here would start a loader of its own, which takes ten times as long as the thread. So the
 * threads of tests run a bundle, as those of what is shipped do. It is made anew when one of the files that it was made of has changed.
 */

const list = 'codec-pool.json';

export const isWorkerCode = (url) => url.endsWith('/packages/codec-node/src/pool/worker-code.ts');

const isUnchanged = ([url, hash]) => {
  const text = readIfThere(new URL(url));
  return text !== undefined && hashOf(text) === hash;
};

const bundle = async () => {
  const [esbuild, { bundleWorker }] = await Promise.all([import('esbuild'), import('../inline-worker.mjs')]);
  const { outputFiles, metafile } = await bundleWorker(esbuild, { sourcemap: 'inline', metafile: true });
  const code = outputFiles.map(({ text }) => text).join('');
  const name = `${hashOf(code)}.cjs`;
  await keep(name, code);
  const madeOf = [
    new URL('../inline-worker.mjs', import.meta.url).href,
    ...Object.keys(metafile.inputs).map((path) => pathToFileURL(path).href),
  ];
  await keep(list, JSON.stringify({ name, madeOf: madeOf.map((url) => [url, hashOf(read(new URL(url)))]) }));
  return name;
};

const bundleOnce = async () => {
  const known = JSON.parse(readKept(list) ?? 'null');
  return known?.madeOf.every(isUnchanged) ? known.name : bundle();
};

/** What stands in for the source at this URL. */
export const workerCodeFor = async (url) => {
  const code = `require(${JSON.stringify(fileURLToPath(urlOfKept(await bundleOnce())))});`;
  return `export const workerCode = ${JSON.stringify({ code, base: url, execArgv: [] })};`;
};
