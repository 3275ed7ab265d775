import type { GitFolder } from '@svc/core/model';
import { escapedName } from '../output/line-about-file.js';
import { base64OfPath, shownPath, type TreeEntry } from './tree-entry.js';

/** How a list is shown to people. */
export interface TreeLook {
  /** Whole paths, in place of what is behind the folder. */
  readonly isWhole: boolean;
  readonly isLong: boolean;
}

/** Room for the sizes of all but a few files. */
const sizeWidth = 15;
const idDigits = 8;

const isBytes = ({ type }: TreeEntry): boolean => type === 'file' || type === 'symlink';

/** Mode, bytes, whether the service has them, when and by which commit it changed last. */
const factsOf = (entry: TreeEntry): string => {
  const { mode, sizeBytes, isStored, lastCommit } = entry;
  const stored = isBytes(entry) ? (isStored ? 'stored' : 'absent') : '-';
  const changed = `${lastCommit.committedAt.slice(0, 19)}Z ${lastCommit.id.slice(0, idDigits)}`;
  return `${mode} ${String(sizeBytes).padStart(sizeWidth)} ${stored.padEnd(6)} ${changed} `;
};

/** A line about an entry of a folder. As with checksums a backslash before all of it says that the name is escaped. */
export const lineOfEntry = (folder: GitFolder, entry: TreeEntry, { isWhole, isLong }: TreeLook): string => {
  const path = shownPath(entry.path);
  const name = isWhole || folder === '' ? path : path.slice(shownPath(folder).length + 1);
  const escaped = escapedName(entry.type === 'folder' ? `${name}/` : name);
  return `${escaped.isChanged ? '\\' : ''}${isLong ? factsOf(entry) : ''}${escaped.name}`;
};

/** For programs. */
export const fieldsOfEntry = (entry: TreeEntry) => ({
  path: shownPath(entry.path),
  path_base64: base64OfPath(entry.path),
  type: entry.type,
  mode: entry.mode,
  id: entry.id,
  size: entry.sizeBytes,
  files: entry.files,
  oid: entry.oid,
  is_lfs: entry.isLfs,
  is_stored: entry.isStored,
  last_commit: {
    id: entry.lastCommit.id,
    subject: entry.lastCommit.subject,
    committed_at: entry.lastCommit.committedAt,
  },
});
