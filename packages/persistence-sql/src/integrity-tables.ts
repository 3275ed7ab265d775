import type { DamageProblem, Instant, RepositoryId, Stored } from '@svc/core/model';

interface DamagedFilesTable {
  repository_id: RepositoryId;
  kind: Stored['kind'];
  /** The oid of an object in hex, the path of a file. */
  name: string;
  problem: DamageProblem;
  found_at: Instant;
}

interface ScrubPositionsTable {
  id: 'storage';
  began_at: Instant;
  repository_id: RepositoryId | null;
  kind: Stored['kind'] | null;
  name: string | null;
}

/** What is known of damage in the storage. */
export interface IntegrityTables {
  damaged_files: DamagedFilesTable;
  scrub_positions: ScrubPositionsTable;
}
