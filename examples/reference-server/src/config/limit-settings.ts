import { defaultLimits, GIB, type Limits } from '@svc/core/model';
import type { z } from 'zod';
import { wholeNumber } from './setting.js';

export const limitsShape = {
  MAX_WRITERS_PER_KEY: wholeNumber(1).default(defaultLimits.writersPerKey),
  MAX_UNFINISHED_GIB: wholeNumber(1, 1_000_000).default(defaultLimits.unfinishedBytesPerOrganization / GIB),
};

type Given = { readonly [Name in keyof typeof limitsShape]: z.output<(typeof limitsShape)[Name]> };

/** The bounds of every plan. */
export const limitsOf = (given: Given): Limits => ({
  writersPerKey: given.MAX_WRITERS_PER_KEY,
  unfinishedBytesPerOrganization: given.MAX_UNFINISHED_GIB * GIB,
});
