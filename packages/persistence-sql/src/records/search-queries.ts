import type { Repository } from '@svc/core';
import type { OrganizationId, OrganizationOfUser, RepositoryId, SearchReach } from '@svc/core/model';
import type { SearchQueries } from '@svc/core/ports';
import { type RawBuilder, sql } from 'kysely';
import { organizationOf } from './organization-row.js';
import { repositoryOf } from './repository-records.js';
import { findByName, findByOid } from './search-artifacts.js';
import { seenRepositories } from './seen-repositories.js';
import type { SqlSource } from './sql-source.js';

/** No character of a word comes after it, so it ends the range of the words that begin alike. */
const last = '\u{10FFFF}';

const word = sql.ref<string>('word');

const beginsWith = (beginning: string): RawBuilder<boolean> =>
  sql<boolean>`(${word} >= ${beginning} and ${word} < ${beginning + last})`;

/** What `relevance` adds for one word of the query, out of the words that begin with it. */
const bestScore = (beginning: string): RawBuilder<number> =>
  sql<number>`max(2 * ${sql.ref('weight')} + case when ${word} = ${beginning} then 1 else 0 end)`;

/** Where a word of the query is found in what the user has to do with, hidden or not. */
const withWord = ({ db }: SqlSource, { userId }: SearchReach, beginning: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('repository_words', 'repository_words.organization_id', 'memberships.organization_id')
    .select('repository_words.repository_id as id')
    .where('memberships.user_id', '=', userId)
    .where(beginsWith(beginning))
    .union(
      db
        .selectFrom('repository_members')
        .innerJoin('repository_words', 'repository_words.repository_id', 'repository_members.repository_id')
        .select('repository_words.repository_id as id')
        .where('repository_members.user_id', '=', userId)
        .where(beginsWith(beginning)),
    );

const findRepositories = async (
  source: SqlSource,
  reach: SearchReach,
  words: readonly string[],
  limit: number,
): Promise<readonly Repository[]> => {
  // The longest word is in the fewest names: what it leads to is then asked for the others.
  const [rarest = '', ...others] = words.toSorted((left, right) => right.length - left.length);
  let query = seenRepositories(source, reach)
    .selectAll('repositories')
    .where('repositories.id', 'in', withWord(source, reach, rarest));
  const ofRepository = () =>
    source.db.selectFrom('repository_words').where('repository_id', '=', sql.ref<RepositoryId>('repositories.id'));
  for (const other of others) {
    query = query.where((row) => row.exists(ofRepository().select('repository_words.weight').where(beginsWith(other))));
  }
  const scores = words.map((wanted) => sql`(${ofRepository().select(bestScore(wanted).as('score')).where(beginsWith(wanted))})`);
  const rows = await query
    .orderBy(sql`${sql.join(scores, sql` + `)}`, 'desc')
    .orderBy('repositories.name')
    .orderBy('repositories.id')
    .limit(limit)
    .execute();
  return rows.map(repositoryOf);
};

const findOrganizations = async (
  { db }: SqlSource,
  { userId, organizationId }: SearchReach,
  words: readonly string[],
  limit: number,
): Promise<readonly OrganizationOfUser[]> => {
  let query = db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .selectAll('organizations')
    .select('memberships.role')
    .where('memberships.user_id', '=', userId);
  if (organizationId !== undefined) query = query.where('memberships.organization_id', '=', organizationId);
  const ofOrganization = () =>
    db.selectFrom('organization_words').where('organization_id', '=', sql.ref<OrganizationId>('organizations.id'));
  for (const wanted of words) {
    query = query.where((row) => row.exists(ofOrganization().select('organization_words.weight').where(beginsWith(wanted))));
  }
  const scores = words.map(
    (wanted) => sql`(${ofOrganization().select(bestScore(wanted).as('score')).where(beginsWith(wanted))})`,
  );
  const rows = await query
    .orderBy(sql`${sql.join(scores, sql` + `)}`, 'desc')
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ organization: organizationOf(row), role: row.role }));
};

export const searchQueries = (source: SqlSource): SearchQueries => ({
  organizations: async (reach, words, limit) => (words.length === 0 ? [] : findOrganizations(source, reach, words, limit)),
  repositories: async (reach, words, limit) => (words.length === 0 ? [] : findRepositories(source, reach, words, limit)),
  objects: (reach, oidPrefix, limit) => findByOid(source, reach, oidPrefix, limit),
  named: (reach, part, limit) => findByName(source, reach, part, limit),
});
