import { invariant } from '../../model/app-error.js';
import type { TagName } from '../../model/git-index/git-ref.js';
import type { ReleaseNotes } from '../../model/git-index/release.js';
import type { ReleaseQueries, ReleaseRecords } from '../../ports/records/release-records.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

export const releaseQueries = (tables: ReadableTables): ReleaseQueries => ({
  findNotes: async (repositoryId, tags) =>
    new Map(
      tags.flatMap((tag): [TagName, ReleaseNotes][] => {
        const row = tables.gitReleases.get(keyOf(repositoryId, tag));
        return row === undefined ? [] : [[tag, row.notes]];
      }),
    ),
});

export const releaseRecords = (tables: DraftTables): ReleaseRecords => ({
  ...releaseQueries(tables),
  putNotes: async (repositoryId, tag, notes) => {
    invariant(tables.repositories.get(repositoryId) !== undefined, 'a release belongs to a repository');
    tables.gitReleases.put(keyOf(repositoryId, tag), { repositoryId, notes });
  },
  removeNotes: async (repositoryId, tags) => {
    for (const tag of tags) tables.gitReleases.remove(keyOf(repositoryId, tag));
  },
});
