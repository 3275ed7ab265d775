import type { ResultAsync } from 'neverthrow';
import type { SignedIn } from '../access/grant.js';
import type { Unavailable } from '../model/app-error.js';
import { foldedName } from '../model/artifacts/artifact.js';
import { searchedKinds, type SearchReach, searchReach } from '../model/search/search-reach.js';
import type { FoundArtifact, SearchResult, SearchType } from '../model/search/search-result.js';
import { wordsOfQuery } from '../model/search/search-words.js';
import type { Ports } from '../ports/ports.js';
import type { Queries } from '../ports/unit-of-work.js';

export interface Search {
  readonly query: string;
  /** All of them when omitted. */
  readonly type?: SearchType | undefined;
  /** Of each kind. */
  readonly limit: number;
}

/** As with abbreviated commits: fewer digits are more likely to be a word. */
const oidPrefixPattern = /^[0-9a-f]{4,64}$/;

/** The beginning of an oid that the query may be. */
export const oidPrefixOf = (query: string): string | undefined => {
  const digits = query.trim().toLowerCase();
  return oidPrefixPattern.test(digits) ? digits : undefined;
};

/** First those that the query is the beginning of the oid of, then those that it is a part of the name of, each once. */
const findArtifacts = async (
  { search: queries }: Queries,
  reach: SearchReach,
  query: string,
  limit: number,
): Promise<readonly FoundArtifact[]> => {
  const oidPrefix = oidPrefixOf(query);
  const nameKeyPart = foldedName(query.trim());
  const byOid = oidPrefix === undefined ? [] : await queries.objects(reach, oidPrefix, limit);
  const byName = nameKeyPart === '' ? [] : await queries.named(reach, nameKeyPart, limit);
  const keyOf = ({ repositoryId, oid }: FoundArtifact): string => repositoryId + oid;
  return [...new Map([...byOid, ...byName].map((found) => [keyOf(found), found])).values()].slice(0, limit);
};

const find = async (queries: Queries, { caller }: SignedIn, { query, type, limit }: Search): Promise<SearchResult> => {
  const kinds = searchedKinds(caller);
  const reach = searchReach(caller);
  const words = wordsOfQuery(query);
  const asksFor = (wanted: SearchType): boolean => type === undefined || type === wanted;
  return {
    organizations: kinds.organizations && asksFor('organization') ? await queries.search.organizations(reach, words, limit) : [],
    repositories: kinds.repositories && asksFor('repository') ? await queries.search.repositories(reach, words, limit) : [],
    artifacts: kinds.repositories && asksFor('artifact') ? await findArtifacts(queries, reach, query, limit) : [],
    files: [],
  };
};

export const search =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (signedIn: SignedIn, command: Search): ResultAsync<SearchResult, Unavailable> =>
    ports.unitOfWork.read((queries) => find(queries, signedIn, command));
