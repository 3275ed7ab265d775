import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { runSources } from './run-sources.js';

const flags = [...runSources, '--input-type=module', '--eval'];

/** The first example in TypeScript of a document. */
export const exampleOf = async (document: URL): Promise<string> => {
  const [, example] = /```ts\n([^]*?)```/.exec(await readFile(document, 'utf8')) ?? [];
  if (example === undefined) throw new Error(`${document.pathname} has no example`);
  return example;
};

/** Node evaluates no types. */
const withoutTypes = (example: string): string =>
  ts.transpileModule(example, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 } }).outputText;

export interface ReadmeExampleOptions {
  /** In place of the package's README. */
  readonly document?: URL;
  /** On top of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What is run in place of the example as it stands there. */
  readonly edit?: (example: string) => string;
}

/** Runs the first example in TypeScript of a package's README, in the package's folder and over the sources, and gives what it has printed. */
export const runReadmeExample = async (
  packageFolder: URL,
  { document = new URL('README.md', packageFolder), env, edit = (example) => example }: ReadmeExampleOptions = {},
): Promise<string> => {
  const example = withoutTypes(edit(await exampleOf(document)));
  const options = { cwd: fileURLToPath(packageFolder), env: { ...process.env, ...env } };
  return (await promisify(execFile)(process.execPath, [...flags, example], options)).stdout;
};
