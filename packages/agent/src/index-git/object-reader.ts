import { AgentProblem } from '../agent-problem.js';
import { createByteReader } from '../git/byte-reader.js';
import { type GitPlace, startGit } from '../git/git-process.js';

/** What git says of an object without reading it. */
export interface ObjectFacts {
  readonly id: string;
  readonly type: string;
  readonly sizeBytes: number;
}

export interface ReadObject extends ObjectFacts {
  readonly bytes: Buffer;
}

/** Asks one git for many objects. One question at a time. */
export interface ObjectReader<T> {
  /** As they come, in the order of the ids; undefined for one that is not there. */
  readonly ask: (ids: readonly string[]) => AsyncGenerator<T | undefined, void, undefined>;
  /** All of them, all in memory. */
  readonly askAll: (ids: readonly string[]) => Promise<readonly (T | undefined)[]>;
  readonly close: () => void;
}

type Read<T> = (facts: ObjectFacts, bytes: (length: number) => Buffer | undefined) => T | undefined;

const lineOf = (id: string): string => `${id}\n`;

const factsIn = (line: string): ObjectFacts | undefined => {
  const [id = '', type = '', size = ''] = line.split(' ');
  return /^\d+$/.test(size) ? { id, type, sizeBytes: Number(size) } : undefined;
};

/** `read` is what follows the line about an object; undefined when it is not there yet. */
const openReader = <T>(place: GitPlace, option: string, read: Read<T>): ObjectReader<T> => {
  const git = startGit(['cat-file', option], place);
  const { line, bytes, more } = createByteReader(git.output);
  const wait = async (): Promise<void> => {
    if (await more()) return;
    await git.finish();
    throw new AgentProblem('git cat-file ended too early');
  };
  /** Those that are there, at least one. */
  async function* answers(ids: readonly string[]): AsyncGenerator<readonly (T | undefined)[], void, undefined> {
    const written = git.write(ids.map(lineOf).join(''));
    let facts: ObjectFacts | undefined;
    for (let left = ids.length; left > 0;) {
      const found: (T | undefined)[] = [];
      while (found.length < left) {
        if (facts === undefined) {
          const said = line();
          if (said === undefined) break;
          facts = factsIn(said);
        }
        const object = facts && read(facts, bytes);
        if (facts !== undefined && object === undefined) break;
        found.push(object);
        facts = undefined;
      }
      left -= found.length;
      if (found.length > 0) yield found;
      else await wait();
    }
    await written;
  }
  return {
    close: git.kill,
    async *ask(ids) {
      for await (const found of answers(ids)) yield* found;
    },
    askAll: async (ids) => {
      const all: (T | undefined)[] = [];
      for await (const found of ids.length === 0 ? [] : answers(ids)) all.push(...found);
      return all;
    },
  };
};

/** Types and sizes. */
export const openFactsReader = (place: GitPlace): ObjectReader<ObjectFacts> =>
  openReader(place, '--batch-check', (facts) => facts);

/** Whole objects, each of which is in memory at once. */
export const openContentReader = (place: GitPlace): ObjectReader<ReadObject> =>
  openReader(place, '--batch', (facts, bytes) => {
    const content = bytes(facts.sizeBytes + 1);
    return content && { ...facts, bytes: content.subarray(0, facts.sizeBytes) };
  });

export const missingObject = (id: string): AgentProblem => new AgentProblem(`the object ${id} is not in this clone`);
