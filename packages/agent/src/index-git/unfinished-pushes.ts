import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { GitRepository } from './open-repository.js';
import { newestLines } from './pushed-refs.js';

/** What earlier pushes have sent and their hooks had no time to index, in the lines that git tells hooks. All work trees of a clone share it. */
export interface UnfinishedPushes {
  readonly lines: readonly string[];
  /** Has these lines in the place of those, of a ref the last one; no file where there is none. */
  readonly keep: (lines: readonly string[]) => Promise<void>;
}

const fileName = 'svc-unfinished-pushes';

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

export const openUnfinishedPushes = async ({ runGit, folder = '' }: GitRepository): Promise<UnfinishedPushes> => {
  const { stdout } = await runGit(['rev-parse', '--git-common-dir']);
  const path = join(resolve(folder, stdout.replace(/\r?\n$/, '')), fileName);
  const read = async (): Promise<readonly string[]> => linesOf(await readFile(path, 'utf8').catch(() => ''));
  const lines = await read();
  return {
    lines,
    keep: async (kept) => {
      // What another push has left meanwhile stays.
      const others = (await read()).filter((line) => !lines.includes(line));
      const all = newestLines([...others, ...kept]);
      if (all.length === 0) await rm(path, { force: true });
      else await writeFile(path, `${all.join('\n')}\n`);
    },
  };
};
