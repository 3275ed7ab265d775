import { transform } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const isTypescript = (url) => url?.startsWith('file:') && /\.ts(\?|$)/.test(url);

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
  const { code } = await transform(await readFile(file, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcefile: file,
    sourcemap: 'inline',
    sourcesContent: false,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  return { format: 'module', source: code, shortCircuit: true };
};
