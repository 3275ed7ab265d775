import { type BadRequest, badRequest } from './app-error.js';
import { maxNameLength } from './organizations/organization.js';
import { printableLine } from './values/printable.js';

/** What is wrong with a name that people give: it is one line, not blank, not too long, and text that can be stored everywhere. */
export const nameProblem = (name: string): BadRequest | undefined => {
  if (name.length > maxNameLength) return badRequest('name', 'out_of_range');
  const isSound = printableLine.test(name) && /\S/.test(name) && !/\p{Surrogate}/u.test(name);
  return isSound ? undefined : badRequest('name', 'malformed');
};
