import type { Application, Granted, Oid } from '@svc/core';
import { type GitId, type GitPath, type GitRefName, type IndexSessionId, trusted } from '@svc/core/model';
import { createHash } from 'node:crypto';
import { valueOf } from './history-objects.js';

const fileMode = 0o100644;

/** Of an object of Git, its header included. */
const gitIdOf = (kind: 'blob' | 'tree' | 'commit', bytes: Buffer): GitId =>
  trusted<GitId>(createHash('sha1').update(`${kind} ${bytes.byteLength}\0`).update(bytes).digest('hex'));

/** A commit without parents that has an LFS pointer to the object at one path. */
export const commitOf = ({ oid, sizeBytes }: { readonly oid: Oid; readonly sizeBytes: number }) => {
  const path = 'model.bin';
  const pointer = Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${sizeBytes}\n`);
  const blob = gitIdOf('blob', pointer);
  const tree = gitIdOf('tree', Buffer.concat([Buffer.from(`100644 ${path}\0`), Buffer.from(blob, 'hex')]));
  const who = 'Race <race@svc.test> 1700000000 +0000';
  const raw = Buffer.from(`tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n${oid}\n`);
  const id = gitIdOf('commit', raw);
  const file = { mode: fileMode, id: blob } as const;
  const changes = [{ path: trusted<GitPath>(path), file }];
  return {
    id,
    commits: [{ id, raw }],
    objects: [{ id: blob, sizeBytes: pointer.byteLength, lfs: { oid, sizeBytes } }],
    trees: [{ commit: id, changes, renames: [], rawTrees: [], isLast: true }],
  };
};

/** Opens an upload to the index, and sends the commits in it. */
export const takeCommits = async (
  { gitIndex }: Application,
  push: Granted<'repository.push'>,
  ...commits: readonly ReturnType<typeof commitOf>[]
): Promise<IndexSessionId> => {
  const { id: sessionId } = valueOf(await gitIndex.open(push, { objectFormat: 'sha1' }));
  valueOf(await gitIndex.takeCommits(push, { sessionId, commits: commits.flatMap((commit) => commit.commits) }));
  const objects = commits.flatMap((commit) => commit.objects);
  valueOf(await gitIndex.takeTrees(push, { sessionId, objects, trees: commits.flatMap((commit) => commit.trees) }));
  return sessionId;
};

/** A branch at a commit, or gone. */
export const branchAt = (name: string, target: GitId | null) => ({
  name: trusted<GitRefName>(`refs/heads/${name}`),
  target,
  expected: undefined,
  tag: undefined,
});
