import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bundleSources, scriptFromInput } from './bundle-sources.js';

/** An example in TypeScript of a document: the first one, or the one at this place. */
export const exampleOf = async (document: URL, at = 0): Promise<string> => {
  const [, example] = [...(await readFile(document, 'utf8')).matchAll(/```ts\n([^]*?)```/g)][at] ?? [];
  if (example === undefined) throw new Error(`${document.pathname} has no example ${at + 1}`);
  return example;
};

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

/** Runs an example in TypeScript of a package's README, in the package's folder and over the sources, and gives what it has printed. It must end by itself. */
export const runReadmeExample = async (
  packageFolder: URL,
  { document = new URL('README.md', packageFolder), at, env, edit = (example) => example }: ReadmeExampleOptions = {},
): Promise<string> => {
  const cwd = fileURLToPath(packageFolder);
  const script = await bundleSources(edit(await exampleOf(document, at)), cwd);
  const child = spawn(process.execPath, scriptFromInput, { cwd, env: { ...process.env, ...env } });
  child.stdin.end(script);
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (child.exitCode !== 0) throw new Error(`the example ended with ${child.exitCode ?? 'a signal'}: ${complaint}`);
  return said;
};
