import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { runSources } from './run-sources.js';

const flags = [...runSources, '--input-type=module', '--eval'];

/** An example in TypeScript of a document: the first one, or the one at this place. */
export const exampleOf = async (document: URL, at = 0): Promise<string> => {
  const [, example] = [...(await readFile(document, 'utf8')).matchAll(/```ts\n([^]*?)```/g)][at] ?? [];
  if (example === undefined) throw new Error(`${document.pathname} has no example ${at + 1}`);
  return example;
};

/** Node evaluates no types. */
const withoutTypes = async (example: string): Promise<string> =>
  (await transform(example, { loader: 'ts', format: 'esm', target: 'node20.19' })).code;

export interface ReadmeExampleOptions {
  /** In place of the package's README. */
  readonly document?: URL;
  /** Which of the examples; the first one, 0, unless it is given. */
  readonly at?: number;
  /** On top of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What is run in place of the example as it stands there. */
  readonly edit?: (example: string) => string;
}

/** What Node is started with to run an example over the sources. */
export const nodeParameters = async (document: URL, { at, edit = (example) => example }: ReadmeExampleOptions = {}) => [
  ...flags,
  await withoutTypes(edit(await exampleOf(document, at))),
];

/** Runs an example in TypeScript of a package's README, in the package's folder and over the sources, and gives what it has printed. */
export const runReadmeExample = async (
  packageFolder: URL,
  { document = new URL('README.md', packageFolder), env, ...chosen }: ReadmeExampleOptions = {},
): Promise<string> => {
  const options = { cwd: fileURLToPath(packageFolder), env: { ...process.env, ...env } };
  return (await promisify(execFile)(process.execPath, await nodeParameters(document, chosen), options)).stdout;
};
