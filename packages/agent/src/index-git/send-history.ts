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
import type { TreeSender } from './tree-sender.js';

/** What was sent. */
export interface SentHistory {
  readonly commits: number;
  /** Files and links that were told, some perhaps more than once. */
  readonly objects: number;
  /** Names that come or change and that no path may have, such as `.GIT`: the index does not have them. */
  readonly hidden: number;
}

export interface HistoryDependencies {
  readonly repository: GitRepository;
  readonly service: IndexService;
  /** Called with how many commits have gone by. */
  readonly onCommits: (done: number) => void;
}

/** Commits whose questions go together. */
const groupSize = 512;
const mostGroupBytes = 8 * 1024 * 1024;
/** Bodies that wait to be sent, of up to 1 MiB each. */
const mostWaiting = 4;

interface Announced {
  readonly count: number;
  /** Those whose trees the service may need. It says how many it has of those that were told together: all of them, on most ways through a history. */
  readonly wanted: () => Promise<readonly ComparedCommit[]>;
}

/** Commits that were told together, and how many of them the service has. */
interface Told {
  readonly commits: readonly ComparedCommit[];
  readonly indexed: () => Promise<number>;
}

const wantedOf = async (told: readonly Told[]): Promise<readonly ComparedCommit[]> => {
  const counted = await Promise.all(told.map(async (some) => ({ ...some, count: await some.indexed() })));
  return counted.flatMap((some) => (some.count === some.commits.length ? [] : some.commits));
};

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
  { repository, service, treeSender, onCommits }: HistoryDependencies & { readonly treeSender: TreeSender },
  sessionId: string,
  range: HistoryRange,
): Promise<SentHistory> => {
  const sends = createOrderedSends(mostWaiting);
  const contents = openContentReader(repository);
  const changes = openDescribedChanges(repository);

  async function* announce(): AsyncGenerator<Announced, void, undefined> {
    for await (const ids of readAhead(readHistory(repository, range, groupSize))) {
      const bodies = createCommitBodies();
      let told: Told[] = [];
      let commits: ComparedCommit[] = [];
      let count = 0;
      let bytes = 0;
      const send = async (body: string | undefined): Promise<void> => {
        if (body === undefined) return;
        told.push({ commits, indexed: await sends.add(() => service.sendCommits(sessionId, body)) });
        commits = [];
      };
      let at = 0;
      for await (const object of contents.ask(ids)) {
        const id = ids[at] ?? '';
        at += 1;
        if (object === undefined) throw missingObject(id);
        await send(bodies.add({ id, bytes: object.bytes }));
        commits.push(compared(id, object.bytes));
        count += 1;
        bytes += object.bytes.byteLength;
        // The service has all commits in memory whose trees come together.
        if (bytes < mostGroupBytes && at < ids.length) continue;
        await send(bodies.end());
        const group = told;
        yield { count, wanted: () => wantedOf(group) };
        told = [];
        count = 0;
        bytes = 0;
      }
    }
  }

  const trees = createTreeBodies();
  const sendTrees = async (bodies: Iterable<string>): Promise<void> => {
    for (const body of bodies) await sends.add(() => treeSender.send(sessionId, body));
  };
  let commits = 0;
  let objects = 0;
  let hidden = 0;
  let done = 0;
  try {
    for await (const group of readAhead(announce())) {
      const wanted = await group.wanted();
      for await (const described of readAhead(changes.read(wanted))) {
        objects += described.objects.length;
        hidden += described.parts.reduce((sum, part) => sum + part.hidden, 0);
        await sendTrees(trees.add(described));
      }
      // What the service has is not sent again, should this end early.
      await sendTrees([trees.end()].filter((body) => body !== undefined));
      commits += wanted.length;
      done += group.count;
      onCommits(done);
    }
    await sends.finish();
  } finally {
    contents.close();
    changes.close();
  }
  return { commits, objects, hidden };
};
