import type { ListedBranches } from '@svc/core';
import { z } from 'zod';
import { indexedFields } from './browsing.js';
import { commitSchema, commitView } from './git-commits.js';
import { historyCursor } from './git-paths.js';
import { pageQuery } from './parameters.js';

export const branchesQuery = pageQuery.extend({ cursor: historyCursor.optional() });

export const branchesReply = z.strictObject({
  ...indexedFields,
  branches: z.array(
    z.strictObject({
      name: z.string(),
      ref: z.string().meta({ description: 'The full name of the branch' }),
      commit: commitSchema,
      is_default: z.boolean(),
    }),
  ),
  next_cursor: historyCursor.optional(),
});

export const branchesView = ({ generation, branches }: ListedBranches): z.input<typeof branchesReply> => ({
  indexed: true,
  generation,
  branches: branches.items.map(({ name, ref, commit, isDefault }) => ({
    name,
    ref,
    commit: commitView(commit),
    is_default: isDefault,
  })),
  next_cursor: branches.nextCursor,
});
