import type { Instant, OrganizationId, RepositoryId, RequestedConversion } from '@svc/core/model';
import type { Generated } from 'kysely';

/** 32 bytes. */
type Hash = Uint8Array;

interface ConversionTurnsTable {
  organization_id: OrganizationId;
  due_at: Instant;
  claimed_by: string | null;
  attempts: number;
  /** Where the look through its objects goes on; null at the first one. */
  after_repository_id: RepositoryId | null;
  after_oid: Hash | null;
}

/** Looks at whole objects. */
interface ConversionTrialsTable {
  repository_id: RepositoryId;
  oid: Hash;
  due_at: Instant;
  saved_bytes: number;
}

/** Chunks of objects that were looked at and stay whole. */
interface SampledChunksTable {
  repository_id: RepositoryId;
  name: Hash;
  oid: Hash;
}

/** Objects that conversions have cut. */
interface ConvertedObjectsTable {
  repository_id: RepositoryId;
  /** Null in no row: a column that is added later has to be able to. */
  organization_id: OrganizationId | null;
  oid: Hash;
  due_at: Instant;
  counted_since: Instant;
  /** As many as there were when the count began. */
  downloads_before: number;
}

/** Whole objects that somebody has asked for in chunks. */
interface RequestedConversionsTable {
  repository_id: RepositoryId;
  oid: Hash;
  organization_id: OrganizationId;
  state: RequestedConversion['state'];
  since: Instant;
}

interface ConversionTotalsTable {
  repository_id: RepositoryId;
  objects: number;
  former_bytes: number;
  added_bytes: number;
  restored_objects: Generated<number>;
  restored_bytes: Generated<number>;
}

/** What is known of the conversion of whole objects into chunks. */
export interface ConversionTables {
  conversion_totals: ConversionTotalsTable;
  conversion_trials: ConversionTrialsTable;
  conversion_turns: ConversionTurnsTable;
  converted_objects: ConvertedObjectsTable;
  requested_conversions: RequestedConversionsTable;
  sampled_chunks: SampledChunksTable;
}
