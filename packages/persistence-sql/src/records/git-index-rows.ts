import { createHash } from 'node:crypto';
import {
  type CommitProgress,
  type FileMode,
  type FinalizedIndex,
  type GitFolder,
  type GitId,
  type GitIndex,
  type GitObject,
  type GitPath,
  type GitRef,
  type RefTarget,
  type GitUse,
  type HeldChange,
  type IndexedCommit,
  type IndexedCommitDetails,
  type IndexSession,
  invariant,
  isFileMode,
  type PendingCommit,
  type PendingFolder,
  trusted,
} from '@svc/core/model';
import type { Selectable } from 'kysely';
import { hashFromBinary, hashToBinary, oidFromBinary } from '../codec.js';
import type { Schema } from '../schema.js';

/** Rows that one statement adds: it holds the process for a few milliseconds. */
export const rowsPerStatement = 500;

export const gitIdOf = (bytes: Uint8Array): GitId => trusted<GitId>(hashFromBinary(bytes));

export const pathToBinary = (path: GitFolder): Uint8Array => Buffer.from(path, 'latin1');

/** What the key of a path has of it that may be longer than a key. */
const pathHashBytes = 16;

export const hashOfPath = (path: GitPath): Uint8Array =>
  createHash('sha256').update(path, 'latin1').digest().subarray(0, pathHashBytes);

export const pathFromBinary = (bytes: Uint8Array): GitPath =>
  trusted<GitPath>(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
export const useOf = ({
  object_number: object,
  commit_number: commit,
  path,
}: Omit<Selectable<Schema['git_uses']>, 'repository_id'>): GitUse => ({ object, commit, path: pathFromBinary(path) });

const completeOf = ({ complete_at: at, complete_generation: repositoryGeneration }: Selectable<Schema['git_indexes']>) =>
  at === null || repositoryGeneration === null ? undefined : { at, repositoryGeneration };

export const indexOf = (row: Selectable<Schema['git_indexes']>): GitIndex => ({
  objectFormat: row.object_format,
  generation: row.generation,
  commitCount: row.commit_count,
  objectCount: row.object_count,
  writeCount: row.write_count,
  bytes: row.bytes,
  indexedAt: row.indexed_at ?? undefined,
  head: row.head ?? undefined,
  complete: completeOf(row),
});

export const indexColumns = (index: GitIndex) => ({
  object_format: index.objectFormat,
  generation: index.generation,
  commit_count: index.commitCount,
  object_count: index.objectCount,
  write_count: index.writeCount,
  bytes: index.bytes,
  indexed_at: index.indexedAt ?? null,
  head: index.head ?? null,
  complete_at: index.complete?.at ?? null,
  complete_generation: index.complete?.repositoryGeneration ?? null,
});

const outcomeOf = (row: Selectable<Schema['git_index_sessions']>): FinalizedIndex | undefined => {
  const { generation, commits, refs, missing_objects: missingObjects } = row;
  const isOpen = generation === null || commits === null || refs === null || missingObjects === null;
  return isOpen ? undefined : { generation, commits, refs, missingObjects };
};

export const indexSessionOf = (row: Selectable<Schema['git_index_sessions']>): IndexSession => ({
  id: row.id,
  repositoryId: row.repository_id,
  objectFormat: row.object_format,
  baseGeneration: row.base_generation,
  repositoryGeneration: row.repository_generation ?? undefined,
  openedBy: row.opened_by,
  openedAt: row.opened_at,
  expiresAt: row.expires_at,
  outcome: outcomeOf(row),
});

export const commitColumns = ['number', 'id', 'tree_object', 'root_commit', 'root_offset'] as const;

export const indexedCommitOf = (row: Pick<Selectable<Schema['git_commits']>, (typeof commitColumns)[number]>): IndexedCommit => ({
  number: row.number,
  id: gitIdOf(row.id),
  treeObject: row.tree_object,
  root: { commit: row.root_commit, offset: row.root_offset },
});

export const commitDetailsOf = (row: Selectable<Schema['git_commits']>): IndexedCommitDetails => ({
  ...indexedCommitOf(row),
  parents: row.parents === '' ? [] : row.parents.split(',').map(Number),
  author: { name: row.author_name, email: row.author_email, at: row.authored_at, offsetMinutes: row.author_offset },
  committer: {
    name: row.committer_name,
    email: row.committer_email,
    at: row.committed_at,
    offsetMinutes: row.committer_offset,
  },
  message: row.message,
});

/** The columns of a commit that are given, and what kind of value each has. */
export const givenCommitColumns = {
  number: 'number',
  id: 'hash',
  parents: 'text',
  tree_object: 'number',
  root_commit: 'number',
  root_offset: 'number',
  author_name: 'text',
  author_email: 'text',
  authored_at: 'number',
  author_offset: 'number',
  committer_name: 'text',
  committer_email: 'text',
  committed_at: 'number',
  committer_offset: 'number',
  message: 'text',
} as const;

/** In the order of those columns. */
export const givenCommit = ({ number, id, parents, treeObject, root, author, committer, message }: IndexedCommitDetails) => [
  number,
  id,
  parents.join(','),
  treeObject,
  root.commit,
  root.offset,
  author.name,
  author.email,
  author.at,
  author.offsetMinutes,
  committer.name,
  committer.email,
  committer.at,
  committer.offsetMinutes,
  message,
];

export const gitObjectOf = (row: Omit<Selectable<Schema['git_objects']>, 'repository_id'>): GitObject => ({
  number: row.number,
  id: gitIdOf(row.id),
  sizeBytes: row.size_bytes ?? undefined,
  lfs:
    row.lfs_oid === null || row.lfs_size_bytes === null
      ? undefined
      : { oid: oidFromBinary(row.lfs_oid), sizeBytes: row.lfs_size_bytes },
  ...(row.content_oid === null ? {} : { contentOid: oidFromBinary(row.content_oid) }),
});

export const refColumns = ({ name, commit, tag }: GitRef) => ({
  name,
  target_number: commit,
  tag_id: tag === undefined ? null : hashToBinary(tag.id),
  tagger_name: tag?.taggerName ?? null,
  tagger_email: tag?.taggerEmail ?? null,
  tagged_at: tag?.taggedAt ?? null,
  notes: tag?.notes ?? null,
});

export const refTargetOf = (
  row: Pick<Selectable<Schema['git_refs']>, 'name' | 'tag_id'> & { readonly target: Uint8Array },
): RefTarget => ({
  name: row.name,
  target: gitIdOf(row.target),
  tagId: row.tag_id === null ? undefined : gitIdOf(row.tag_id),
});

export const refOf = (row: Omit<Selectable<Schema['git_refs']>, 'repository_id'> & { readonly target: Uint8Array }): GitRef => ({
  name: row.name,
  target: gitIdOf(row.target),
  commit: row.target_number,
  tag:
    row.tag_id === null
      ? undefined
      : {
          id: gitIdOf(row.tag_id),
          taggerName: row.tagger_name ?? '',
          taggerEmail: row.tagger_email ?? '',
          taggedAt: row.tagged_at ?? undefined,
          notes: row.notes ?? '',
        },
});

type GivenChange = readonly [path: string, mode: number, object: number, changedIn: number, sizeBytes: number];

interface GivenProgress {
  readonly number: number;
  readonly root: readonly [commit: number, offset: number];
  readonly parts: readonly string[];
  readonly held: readonly GivenChange[];
}

const givenChange = ({ path, file, sizeBytes }: HeldChange): GivenChange => [
  path,
  file?.mode ?? 0,
  file?.object ?? 0,
  file?.changedIn ?? 0,
  sizeBytes,
];

export const progressToText = ({ number, root, parts, held }: CommitProgress): string => {
  const given: GivenProgress = { number, root: [root.commit, root.offset], parts, held: held.map(givenChange) };
  return JSON.stringify(given);
};

const isProgress = (value: unknown): value is GivenProgress =>
  typeof value === 'object' && value !== null && 'number' in value && 'root' in value && 'held' in value && 'parts' in value;

const progressFromText = (text: string): CommitProgress => {
  const given: unknown = JSON.parse(text);
  invariant(isProgress(given), 'the progress of a commit is kept as an object');
  return {
    number: given.number,
    root: { commit: given.root[0], offset: given.root[1] },
    parts: given.parts,
    held: given.held.map(([path, mode, object, changedIn, sizeBytes]) => ({
      path: trusted<GitPath>(path),
      // The number 0 is the mode of nothing.
      file: mode === 0 ? undefined : { mode: fileModeOf(mode), object, changedIn },
      sizeBytes,
    })),
  };
};

const fileModeOf = (mode: number): FileMode => {
  invariant(isFileMode(mode), 'the mode of a file is kept');
  return mode;
};

export const pendingFolderOf = (
  row: Pick<Selectable<Schema['git_pending_folders']>, 'folder' | 'odd_id' | 'plain_id'>,
): PendingFolder => ({
  folder: pathFromBinary(row.folder),
  odd: row.odd_id === null || row.plain_id === null ? undefined : { id: gitIdOf(row.odd_id), plainId: gitIdOf(row.plain_id) },
});

export const pendingOf = (row: Omit<Selectable<Schema['git_pending_commits']>, 'session_id'>): PendingCommit => ({
  id: gitIdOf(row.id),
  raw: row.raw,
  progress: row.progress === null ? undefined : progressFromText(row.progress),
});
