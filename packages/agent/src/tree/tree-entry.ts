import type { ApiAnswer } from '@svc/client';
import { isOid, type Oid } from '@svc/core';
import { bytesOfGitPath, type GitFolder, type GitPath, gitPathOfBytes, gitPathOfText, textOfGitPath } from '@svc/core/model';
import { AgentProblem } from '../agent-problem.js';
import { printable } from '../output/printable.js';

export type TreeAnswer = ApiAnswer<'GET', '/api/v1/repositories/{repoID}/tree'>['data'];
type WireEntry = TreeAnswer['entries'][number];

/** Something in a folder of a commit. */
export interface TreeEntry extends Pick<WireEntry, 'type' | 'mode' | 'id'> {
  readonly path: GitPath;
  /** Of a folder: how many files lie below it. */
  readonly files: number | undefined;
  /** Of what people get, and of all files below a folder. */
  readonly sizeBytes: number;
  /** SHA-256 of what people get; undefined where the service does not know it. */
  readonly oid: Oid | undefined;
  readonly isLfs: boolean;
  readonly isStored: boolean;
  /** The commit that changed it last. */
  readonly lastCommit: { readonly id: string; readonly subject: string; readonly committedAt: string };
}

const strangePath = (): AgentProblem => new AgentProblem('the service tells of a path that cannot be one of a repository');

/** Paths come from those who push, so no other path than git's own gets any further: none of them leads out of a folder. */
const pathOf = ({ path, path_base64: base64 }: WireEntry): GitPath => {
  const found = base64 === undefined ? gitPathOfText(path) : gitPathOfBytes(Buffer.from(base64, 'base64url'));
  if (found === undefined) throw strangePath();
  return found;
};

/** An entry that is in the folder, or below it. */
export const entryIn = (folder: GitFolder, entry: WireEntry): TreeEntry => {
  const path = pathOf(entry);
  if (folder !== '' && !path.startsWith(`${folder}/`)) throw strangePath();
  const { type, mode, id, files, size, oid, is_lfs, is_stored, last_commit } = entry;
  return {
    path,
    type,
    mode,
    id,
    files,
    sizeBytes: size,
    oid: oid !== undefined && isOid(oid) ? oid : undefined,
    isLfs: is_lfs,
    isStored: is_stored,
    lastCommit: { id: last_commit.id, subject: last_commit.subject, committedAt: last_commit.committed_at },
  };
};

/** The path for people: bytes that are no UTF-8 have a sign in their place. */
export const shownPath = (path: GitPath): string => textOfGitPath(path) ?? Buffer.from(path, 'latin1').toString();

/** The same within a sentence, of which a line feed in the path would be the end. */
export const namedPath = (path: GitFolder): string => (path === '' ? '.' : printable(shownPath(path)));

/** The bytes of a path as queries have them. */
export const base64OfText = (path: GitFolder): string => Buffer.from(path, 'latin1').toString('base64url');

/** Those bytes, for programs; undefined where the text says it all. */
export const base64OfPath = (path: GitPath): string | undefined =>
  textOfGitPath(path) === undefined ? Buffer.from(bytesOfGitPath(path)).toString('base64url') : undefined;
