import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashOf, keep, read, readKept } from './kept.mjs';
import { isWorkerCode, workerCodeFor } from './worker-code.mjs';

const isTypescript = (url) => url?.startsWith('file:') && /\.ts(\?|$)/.test(url);

const options = {
  loader: 'ts',
  format: 'esm',
  target: 'node20.19',
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

const compile = async (text, file) => {
  // Starts a process of its own, so not where all is compiled.
  const { transform } = await import('esbuild');
  return (await transform(text, { ...options, sourcefile: file })).code;
};

/** The path is in it, for stack traces. */
const compileOnce = async (text, file) => {
  const name = hashOf(JSON.stringify([options, file, text]));
  const known = readKept(name);
  if (known !== undefined) return known;
  const code = await compile(text, file);
  await keep(name, code);
  return code;
};

const sourceOf = (url) => {
  if (isWorkerCode(url)) return workerCodeFor(url);
  const file = fileURLToPath(url);
  return compileOnce(read(file), file);
};

/** Sources name each other as what they are compiled to. */
export const resolve = (specifier, context, next) => {
  if (specifier.startsWith('.') && specifier.endsWith('.js') && isTypescript(context.parentURL)) {
    const source = new URL(`${specifier.slice(0, -'.js'.length)}.ts`, context.parentURL);
    if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
};

export const load = async (url, context, next) =>
  isTypescript(url) ? { format: 'module', source: await sourceOf(url), shortCircuit: true } : next(url, context);
