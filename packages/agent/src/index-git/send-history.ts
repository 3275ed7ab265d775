import { createOrderedSends } from '../pipeline/ordered-sends.js';
import { readAhead } from '../pipeline/read-ahead.js';
import { createCommitBodies } from './commit-bodies.js';
import { openDescribedChanges } from './described-changes.js';
import type { ComparedCommit } from './diff-process.js';
import type { IndexService } from './index-service.js';
import { missingObject, openContentReader } from './object-reader.js';
import type { GitRepository } from './open-repository.js';
import { type HistoryRange, readHistory } from './read-history.js';
import { createTreeBodies } from './tree-bodies.js';

/** What was sent. */
export interface SentHistory {
  readonly commits: number;
  /** Files and links that were told, some perhaps more than once. */
  readonly objects: number;
}

export interface HistoryDependencies {
  readonly repository: GitRepository;
  readonly service: IndexService;
  /** Called with how many commits have gone by. */
  readonly onCommits: (done: number) => void;
}

/** Commits whose questions go together. */
const groupSize = 512;
/** Bodies that wait to be sent, of up to 1 MiB each. */
const mostWaiting = 4;

interface Announced {
  readonly commits: readonly ComparedCommit[];
  /** Those that the service has completely. */
  readonly indexed: () => Promise<ReadonlySet<string>>;
}

/** The first of the parents that a commit names in its head. */
const firstParentOf = (raw: Buffer): string | undefined => {
  const end = raw.indexOf('\n\n');
  return /^parent ([0-9a-f]+)$/m.exec(raw.toString('latin1', 0, end < 0 ? raw.byteLength : end))?.[1];
};

const compared = (id: string, raw: Buffer): ComparedCommit => {
  // A text of its own: one that was cut out of what git has printed would keep all that in memory.
  const parent = firstParentOf(raw);
  return { id, firstParent: parent === undefined ? undefined : Buffer.from(parent, 'latin1').toString('latin1') };
};

/**
 * Sends commits with all that they change, parents before children. What is in memory does not grow with the history: git walks, compares and is asked for
 * sizes while bodies are made, and those go out in their order.
 */
export const sendHistory = async (
  { repository, service, onCommits }: HistoryDependencies,
  sessionId: string,
  range: HistoryRange,
): Promise<SentHistory> => {
  const sends = createOrderedSends(mostWaiting);
  const contents = openContentReader(repository);
  const changes = openDescribedChanges(repository);

  async function* announce(): AsyncGenerator<Announced, void, undefined> {
    for await (const ids of readAhead(readHistory(repository, range, groupSize))) {
      const bodies = createCommitBodies();
      const asked: (() => Promise<ReadonlySet<string>>)[] = [];
      const send = async (body: string | undefined): Promise<void> => {
        if (body !== undefined) asked.push(await sends.add(() => service.sendCommits(sessionId, body)));
      };
      const commits: ComparedCommit[] = [];
      for await (const object of contents.ask(ids)) {
        const id = ids[commits.length] ?? '';
        if (object === undefined) throw missingObject(id);
        commits.push(compared(id, object.bytes));
        await send(bodies.add({ id, bytes: object.bytes }));
      }
      await send(bodies.end());
      yield {
        commits,
        indexed: async () => new Set((await Promise.all(asked.map((answer) => answer()))).flatMap((some) => [...some])),
      };
    }
  }

  const trees = createTreeBodies();
  const sendTrees = async (bodies: Iterable<string>): Promise<void> => {
    for (const body of bodies) await sends.add(() => service.sendTree(sessionId, body));
  };
  let commits = 0;
  let objects = 0;
  let done = 0;
  try {
    for await (const group of readAhead(announce())) {
      const indexed = await group.indexed();
      const unknown = group.commits.filter(({ id }) => !indexed.has(id));
      for await (const described of readAhead(changes.read(unknown))) {
        objects += described.objects.length;
        await sendTrees(trees.add(described));
      }
      commits += unknown.length;
      done += group.commits.length;
      onCommits(done);
    }
    await sendTrees([trees.end()].filter((body) => body !== undefined));
    await sends.finish();
  } finally {
    contents.close();
    changes.close();
  }
  return { commits, objects };
};
