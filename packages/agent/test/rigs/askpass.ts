import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A program that git asks for user names and passwords. */
export interface Askpass {
  readonly program: string;
  /** What it has been asked so far. */
  asked(): Promise<readonly string[]>;
}

/** Writes one into a folder that answers with a secret, whatever is asked. */
export const writeAskpass = async (folder: string, secret: string): Promise<Askpass> => {
  const program = join(folder, 'askpass');
  const log = join(folder, 'askpass.log');
  await writeFile(log, '');
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$1" >>'${log}'\necho '${secret}'\n`);
  await chmod(program, 0o755);
  return { program, asked: async () => (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '') };
};
