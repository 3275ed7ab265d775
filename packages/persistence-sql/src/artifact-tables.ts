import type { ArtifactType, InstantMicros, OrganizationId, RepositoryId } from '@svc/core/model';
import type { Generated } from 'kysely';

/** Of each organization, when the last of its objects was registered. */
interface ArtifactClocksTable {
  organization_id: OrganizationId;
  last_us: InstantMicros;
  /** About how many names came since names were last moved into the index. */
  unindexed: Generated<number>;
}

interface ArtifactCountsTable {
  organization_id: OrganizationId;
  repository_id: RepositoryId;
  type: ArtifactType;
  objects: number;
  logical_bytes: Generated<number>;
  physical_bytes: Generated<number>;
  /** Of those in chunks alone. */
  chunked_objects: Generated<number>;
  chunked_logical_bytes: Generated<number>;
  chunked_physical_bytes: Generated<number>;
}

/** How far the index of an organization's names has come. Without a row it has not begun. */
interface ArtifactNameMarksTable {
  organization_id: OrganizationId;
  /** When the last object in it was registered. */
  indexed_us: InstantMicros;
  /** How many names are in it; they are numbered from 0 in the order in which they came. */
  names: number;
}

/** When the objects of numbers that follow each other were registered. */
interface ArtifactInstantsTable {
  organization_id: OrganizationId;
  block: number;
  first_us: InstantMicros;
  instants: Uint8Array;
}

/** Which names of a segment have a gram. */
interface ArtifactGramsTable {
  organization_id: OrganizationId;
  gram: number;
  segment: number;
  names: number;
  ordinals: Uint8Array;
}

/** What is known of objects beside their own rows. */
export interface ArtifactTables {
  artifact_clocks: ArtifactClocksTable;
  artifact_counts: ArtifactCountsTable;
  artifact_name_marks: ArtifactNameMarksTable;
  artifact_instants: ArtifactInstantsTable;
  artifact_grams: ArtifactGramsTable;
}
