import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const flags = ['--import', 'tsx', '--conditions=source', '--input-type=module', '--eval'];

export interface ReadmeExampleOptions {
  /** On top of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What is run in place of the example as it stands there. */
  readonly edit?: (example: string) => string;
}

/** Runs the first example in TypeScript of a package's README, in the package's folder and over the sources, and gives what it has printed. */
export const runReadmeExample = async (
  packageFolder: URL,
  { env, edit = (example) => example }: ReadmeExampleOptions = {},
): Promise<string> => {
  const readme = await readFile(new URL('README.md', packageFolder), 'utf8');
  const [, example] = /```ts\n([^]*?)```/.exec(readme) ?? [];
  if (example === undefined) throw new Error('the README has no example');
  const options = { cwd: fileURLToPath(packageFolder), env: { ...process.env, ...env } };
  return (await promisify(execFile)(process.execPath, [...flags, edit(example)], options)).stdout;
};
