import type { Migration } from './migration.js';
import { rawStatement } from './raw-statement.js';

/** Paths of Git stood in keys, and where an entry of an index may be no longer than a third of a page, a long one was refused. A hash tells paths apart there, and their first bytes keep the order. */
export const longPaths: Migration = {
  number: 34,
  name: 'long-paths',
  statements: (_schema, { pathKey }) =>
    pathKey === undefined
      ? []
      : [
          'alter table git_uses drop constraint git_uses_key',
          'create unique index git_uses_key on git_uses (repository_id, object_number, commit_number, substr(path, 1, 2000), sha256(path))',
          'alter table git_pending_folders drop constraint git_pending_folders_key',
          'create unique index git_pending_folders_key on git_pending_folders (session_id, commit_id, substr(folder, 1, 2000), sha256(folder))',
          'alter table git_renames drop constraint git_renames_key',
          'create unique index git_renames_key on git_renames (repository_id, commit_number, sha256(to_path), sha256(from_path))',
          'drop index git_renames_by_from',
          'create index git_renames_by_from on git_renames (repository_id, commit_number, sha256(from_path))',
        ].map(rawStatement),
};
