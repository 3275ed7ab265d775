import type { Organization } from '../organizations/organization.js';
import type { Repository } from '../repository.js';

/**
 * What search compares: runs of letters and digits without case, accents and width. A word that is asked for is found in every word that begins with
 * it. Both sides come from here, so that no database has a notion of its own of what a word is.
 */

/** In characters; the rest of a longer word is not looked at. */
const maxWordLength = 64;
/** Of a description; names and slugs have fewer. */
const maxDescriptionWords = 200;
/** Those that come after them in a query are not looked at. */
const maxQueryWords = 6;

const wordPattern = /[\p{L}\p{N}]+/gu;

/** Each once, in the order in which they come. */
const wordsOf = (...texts: readonly string[]): readonly string[] => {
  const plain = texts
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return [...new Set(plain.match(wordPattern)?.map((word) => [...word].slice(0, maxWordLength).join('')))];
};

export const wordsOfQuery = (query: string): readonly string[] => wordsOf(query).slice(0, maxQueryWords);

/** Words and what each weighs. */
export type WordWeights = ReadonlyMap<string, number>;

const weights = { title: 2, description: 1 } as const;

const weighed = (words: readonly string[], weight: number): [string, number][] => words.map((word) => [word, weight]);

export const wordsOfOrganization = ({ name, slug }: Pick<Organization, 'name' | 'slug'>): WordWeights =>
  new Map(weighed(wordsOf(name, slug), weights.title));

export const wordsOfRepository = ({ name, slug, description }: Pick<Repository, 'name' | 'slug' | 'description'>): WordWeights =>
  new Map([
    ...weighed(wordsOf(description).slice(0, maxDescriptionWords), weights.description),
    ...weighed(wordsOf(name, slug), weights.title),
  ]);

/**
 * How well something fits a query: the sum over the query's words of the best that one finds, twice the weight and one more for the whole word.
 * Undefined when one finds nothing.
 */
export const relevance = (query: readonly string[], words: WordWeights): number | undefined => {
  let sum = 0;
  for (const wanted of query) {
    let best = 0;
    for (const [word, weight] of words) {
      if (word.startsWith(wanted)) best = Math.max(best, 2 * weight + (word === wanted ? 1 : 0));
    }
    if (best === 0) return undefined;
    sum += best;
  }
  return sum;
};
export const maxSearchQueryLength = 200;
export const maxSearchLimit = 50;
export const defaultSearchLimit = 10;
