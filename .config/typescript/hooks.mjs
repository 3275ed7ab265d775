import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Kept from one process to the next: the tests are many processes with the same sources. */
const compiled = new URL('../../node_modules/.cache/svc-typescript/', import.meta.url);

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

const nameFor = (text, file) =>
  createHash('sha256')
    .update(JSON.stringify([options, file, text]))
    .digest('hex');

// At once: this thread does nothing else, and through Node's pool of threads each of the many small files takes five times as long.
const read = (url) => readFileSync(url, 'utf8');

const readKept = (kept) => {
  try {
    return read(kept);
  } catch (fault) {
    if (fault.code === 'ENOENT') return undefined;
    throw fault;
  }
};

/** The path is in it, for stack traces. */
const compileOnce = async (text, file) => {
  const kept = new URL(nameFor(text, file), compiled);
  const known = readKept(kept);
  if (known !== undefined) return known;
  const code = await compile(text, file);
  const writing = new URL(`${kept.href}.${process.pid}`);
  await mkdir(compiled, { recursive: true });
  await writeFile(writing, code);
  await rename(writing, kept);
  return code;
};

/** Sources name each other as what they are compiled to. */
export const resolve = (specifier, context, next) => {
  if (specifier.startsWith('.') && specifier.endsWith('.js') && isTypescript(context.parentURL)) {
    const source = new URL(`${specifier.slice(0, -'.js'.length)}.ts`, context.parentURL);
    if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
};

export const load = async (url, context, next) => {
  if (!isTypescript(url)) return next(url, context);
  const file = fileURLToPath(url);
  return { format: 'module', source: await compileOnce(read(file), file), shortCircuit: true };
};
