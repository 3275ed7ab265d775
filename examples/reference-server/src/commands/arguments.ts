import { isSlug, type Slug, type UserReference } from '@svc/core';
import { isId, isPlanId, isRole, type PlanId, planIds, type Role, roles, type TokenId, type UserId } from '@svc/core/model';
import { InvalidArgumentError } from 'commander';
import { StartProblem } from '../start-problem.js';

/** By id, or by an e-mail in whatever spelling. */
export const reference = (named: string): UserReference => (isId<UserId>(named) ? { userId: named } : { email: named });

export const slug = (text: string): Slug => {
  if (isSlug(text)) return text;
  throw new InvalidArgumentError('It is no slug of an organization.');
};

export const plan = (text: string): PlanId => {
  if (isPlanId(text)) return text;
  throw new InvalidArgumentError(`Choose one of ${planIds.join(', ')}.`);
};

export const onOrOff = (text: string): boolean => {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError('Choose on or off.');
};

export const role = (text: string): Role => {
  if (isRole(text)) return text;
  throw new InvalidArgumentError(`Choose one of ${roles.join(', ')}.`);
};

export const days = (text: string): number => {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365) return Number(text);
  throw new InvalidArgumentError('Choose a number from 1 to 365.');
};

/** What was given. A variable that is not set gives nothing, which as a path would be the working directory. */
export const given = (option: string, text: string): string => {
  if (text.trim() === '') throw new StartProblem(`${option} is empty`);
  return text;
};

/** Commander repeats what it refuses, and somebody may have given a secret. */
export const tokenId = (text: string): TokenId => {
  if (isId<TokenId>(text)) return text;
  throw new StartProblem('that is no id of a token; svc-server token list shows them');
};
