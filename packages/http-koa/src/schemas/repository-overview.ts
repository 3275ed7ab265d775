import type { OverviewOfHistory } from '@svc/core';
import { artifactTypes } from '@svc/core/model';
import { z } from 'zod';
import { entrySchema, entryView, indexedFields, notIndexed } from './browsing.js';
import { count, timestamp, timestampOf } from './fields.js';
import { commitSchema, commitView } from './git-commits.js';

const sizedType = z.strictObject({ type: z.enum(artifactTypes), files: count, bytes: count });

export const overviewReply = z.strictObject({
  ...indexedFields,
  counts: z.strictObject({
    commits: count.meta({ description: 'Those that a branch or a tag reaches' }),
    branches: count,
    releases: count,
  }),
  default_branch: z.string().optional().meta({ description: 'Absent where there is no branch' }),
  head: commitSchema.optional().meta({ description: 'The newest commit of the default branch; what follows is of it' }),
  files: count,
  size: count.meta({ description: 'Bytes of these files: of the objects, never of their LFS pointers' }),
  types: z.array(sizedType).meta({ description: 'By the endings of their names, those that take most first' }),
  types_complete: z.boolean().meta({ description: 'Whether all files were looked at for `types`' }),
  readme: entrySchema.optional(),
  latest_release: z.strictObject({ tag: z.string(), published_at: timestamp, commit: commitSchema }).optional(),
});

export const noOverview: z.input<typeof overviewReply> = {
  ...notIndexed,
  counts: { commits: 0, branches: 0, releases: 0 },
  files: 0,
  size: 0,
  types: [],
  types_complete: true,
};

export const overviewView = ({
  generation,
  counts,
  defaultBranch,
  head,
  totals,
  fileTypes,
  readme,
  latestRelease,
}: OverviewOfHistory): z.input<typeof overviewReply> => ({
  indexed: true,
  generation,
  counts: { ...counts },
  default_branch: defaultBranch,
  head: head && commitView(head),
  files: totals.files,
  size: totals.sizeBytes,
  types: fileTypes.types.map(({ type, files, sizeBytes }) => ({ type, files, bytes: sizeBytes })),
  types_complete: fileTypes.isWhole,
  readme: readme && entryView(readme),
  latest_release: latestRelease && {
    tag: latestRelease.tag,
    published_at: timestampOf(latestRelease.publishedAt),
    commit: commitView(latestRelease.commit),
  },
});
