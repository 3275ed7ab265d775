import type { OrganizationOfUser } from '../../model/organizations/organization.js';
import type { Repository } from '../../model/repository.js';
import type { SearchReach } from '../../model/search/search-reach.js';
import type { FoundArtifact } from '../../model/search/search-result.js';

/**
 * What is found is as it is committed: whatever changes a name changes what search knows of it, in the same transaction.
 * Words are those of `wordsOfQuery`; without any of them nothing is found. The best comes first by `relevance`, of equals the one whose name, then id,
 * comes first.
 */
export interface SearchQueries {
  organizations(reach: SearchReach, words: readonly string[], limit: number): Promise<readonly OrganizationOfUser[]>;
  repositories(reach: SearchReach, words: readonly string[], limit: number): Promise<readonly Repository[]>;
  /** By oid, then repository. `oidPrefix` is 1 to 64 lower-case hex digits. */
  objects(reach: SearchReach, oidPrefix: string, limit: number): Promise<readonly FoundArtifact[]>;
  /** By a part of the name's key, not empty: those first that were registered last. */
  named(reach: SearchReach, nameKeyPart: string, limit: number): Promise<readonly FoundArtifact[]>;
}
