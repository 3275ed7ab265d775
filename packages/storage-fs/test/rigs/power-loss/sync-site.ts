import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A line of the sources that synchronizes: `promote-file.ts: await directories.sync(dirname(to));`. */
export type SyncSite = string;

const sources = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Hand the sync of their caller on. */
const handedOn = new Set([
  'await handle.sync();',
  'await sync(directory);',
  'sync(directory: string): Promise<void>;',
  'sync(): Promise<void>;',
]);

const linesOf = new Map(
  readdirSync(sources).map((name) => [
    name,
    readFileSync(`${sources}${name}`, 'utf8')
      .split('\n')
      .map((line) => line.trim()),
  ]),
);

const isSite = (line: string | undefined): boolean => line !== undefined && /\bsync\(/.test(line) && !handedOn.has(line);

/** All that there are. An early flush is none: the sync at the end of its file has everything on the disk whether there was one or not. */
export const syncSites = (): ReadonlySet<SyncSite> =>
  new Set([...linesOf].flatMap(([name, lines]) => lines.filter(isSite).map((line) => `${name}: ${line}`)));

/** Which of them calls, by the stack of the call. */
export const callingSite = (stack: string): SyncSite => {
  for (const [, name = '', line] of stack.matchAll(/storage-fs\/src\/([\w-]+\.ts):(\d+)/g)) {
    const text = linesOf.get(name)?.[Number(line) - 1];
    if (isSite(text)) return `${name}: ${text}`;
  }
  throw new Error(`no known line of the sources synchronizes here:\n${stack}`);
};
