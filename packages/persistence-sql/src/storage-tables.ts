import type { Day, RepositoryId } from '@svc/core/model';

/** The ledger of each repository, added up by day. */
interface RepositoryDaysTable {
  repository_id: RepositoryId;
  day: Day;
  added_bytes: number;
  removed_bytes: number;
}

interface RepositoryUploadsTable {
  repository_id: RepositoryId;
  day: Day;
  bytes: number;
}

/** The folder `name` in the folder `parent`; the outermost, of which both are empty, has all named objects of the repository. */
interface FoldersTable {
  repository_id: RepositoryId;
  parent: string;
  name: string;
  objects: number;
  logical_bytes: number;
  physical_bytes: number;
}

/** What repositories hold, added up as it is written. */
export interface StorageTables {
  folders: FoldersTable;
  repository_days: RepositoryDaysTable;
  repository_uploads: RepositoryUploadsTable;
}
