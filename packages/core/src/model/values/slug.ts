import type { Brand } from './brand.js';
import { idPattern } from './ids.js';

/** URL-safe name of an organization or repository: 1 to 100 of `a-z 0-9 . _ -`, beginning and ending with a letter or digit. */
export type Slug = Brand<string, 'Slug'>;

export const slugPattern = /^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/;

// A slug that reads as an id would be shadowed wherever a path accepts either.
export const isSlug = (text: string): text is Slug => slugPattern.test(text) && !idPattern.test(text) && !text.includes('..');

/**
 * Derives a slug from a display name: accents fold, everything else that is not URL-safe becomes one hyphen.
 * A name without a single usable letter gives `fallback`.
 */
export const slugFromName = (name: string, fallback: Slug): Slug => {
  const folded = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, 100)
    .replace(/^[._-]+|[._-]+$/g, '');
  return isSlug(folded) ? folded : fallback;
};
