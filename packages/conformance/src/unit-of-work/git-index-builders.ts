import type { Repository } from '@svc/core';
import {
  type GitId,
  type GitIndex,
  type GitPath,
  gitPathOfBytes,
  type GitRef,
  type GitRefName,
  type IndexedCommitDetails,
  type IndexSession,
  type IndexSessionId,
  newGitIndex,
  type PendingCommit,
  trusted,
  type UserId,
} from '@svc/core/model';
import { createSeededRandom } from '../seeded.js';
import { builtAt, uniqueHash, uniqueId } from './builders.js';
import { commit, type UnitOfWorkHarness } from './harness.js';
import { storedRepository } from './stored.js';

export const sha1 = (): GitId => trusted<GitId>(uniqueHash().slice(0, 40));
export const sha256 = (): GitId => trusted<GitId>(uniqueHash());

export const path = (text: string): GitPath => {
  const bytes = gitPathOfBytes(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  if (bytes === undefined) throw new Error(`invariant: ${text} is a path`);
  return bytes;
};

/** As many bytes as a path may have. */
const longestPath = 4096;

const manyLetters = Array.from(createSeededRandom(1).bytes(longestPath), (byte) =>
  String.fromCharCode(0x30 + (byte % 0xd0)),
).join('');

/** In the order of their bytes. Each begins with the one before it or differs from it in the last byte alone, and the last three are as long as a path may be; none compresses. */
export const longPaths: readonly GitPath[] = [
  ...[1000, 2000, 2001, 2700].map((length) => manyLetters.slice(0, length)),
  ...['0', 'a', '\xff'].map((end) => manyLetters.slice(0, -1) + end),
].map(path);

export const anIndex: GitIndex = { ...newGitIndex('sha1'), commitCount: 3, objectCount: 7, writeCount: 4, bytes: 2 ** 40 };

export const aSession = (repositoryId: Repository['id'], part: Partial<IndexSession> = {}): IndexSession => ({
  id: trusted<IndexSessionId>(uniqueId()),
  repositoryId,
  objectFormat: 'sha1',
  baseGeneration: 0,
  repositoryGeneration: 7,
  openedBy: trusted<UserId>(uniqueId()),
  openedAt: builtAt,
  expiresAt: builtAt + 1000,
  outcome: undefined,
  ...part,
});

export const aCommit = (number: number, part: Partial<IndexedCommitDetails> = {}): IndexedCommitDetails => ({
  number,
  id: sha1(),
  treeObject: 0,
  root: { commit: number, offset: 70_000 },
  parents: number === 0 ? [] : [number - 1],
  author: { name: 'Ada', email: 'ada@example.org', at: -5, offsetMinutes: -90 },
  committer: { name: 'Bob "漢" \u{1f600}', email: '', at: 253_402_300_799, offsetMinutes: 840 },
  message: "line\n'second' \\ \u0001 😀\n",
  ...part,
});

export const lightOf = ({ number, id, treeObject, root }: IndexedCommitDetails) => ({ number, id, treeObject, root });

export const aRef = (name: string, { id, number }: IndexedCommitDetails, part: Partial<GitRef> = {}): GitRef => ({
  name: trusted<GitRefName>(name),
  target: id,
  commit: number,
  tag: undefined,
  ...part,
});

export const aPending = (part: Partial<PendingCommit> = {}): PendingCommit => ({
  id: sha1(),
  raw: Uint8Array.of(0, 255, 10),
  progress: undefined,
  ...part,
});

/** A repository with an index. */
export const indexed = async (harness: UnitOfWorkHarness): Promise<Repository['id']> => {
  const { id } = await storedRepository(harness);
  await commit(harness, ({ gitIndex }) => gitIndex.put(id, anIndex));
  return id;
};

/** With a session besides. */
export const begun = async (harness: UnitOfWorkHarness, part: Partial<IndexSession> = {}): Promise<IndexSession> => {
  const session = aSession(await indexed(harness), part);
  await commit(harness, ({ gitIndex }) => gitIndex.addSession(session));
  return session;
};

export const bytesOf = (found: ReadonlyMap<number, Uint8Array>) => new Map([...found].map(([page, bytes]) => [page, [...bytes]]));

export const plainPending = (found: ReadonlyMap<GitId, PendingCommit>) =>
  [...found.values()].map((one) => ({ ...one, raw: [...one.raw] }));
