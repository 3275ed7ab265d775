import type { OrganizationId, RepositoryId } from '@svc/core/model';

interface OrganizationWordsTable {
  organization_id: OrganizationId;
  word: string;
  weight: number;
}

interface RepositoryWordsTable {
  repository_id: RepositoryId;
  word: string;
  /** The repository's: what is looked for is looked for in organizations. */
  organization_id: OrganizationId;
  weight: number;
}

/** By which words search finds what: written with the names that they come from. */
export interface SearchTables {
  organization_words: OrganizationWordsTable;
  repository_words: RepositoryWordsTable;
}
