import type { ChangeTotals, CountedChanges, GitPath, ShownChange } from '@svc/core/model';
import { z } from 'zod';
import { count } from './fields.js';
import { fileSchema, fileView } from './git-files.js';
import { bytesOfPath, pathView } from './git-paths.js';

export const changeStatus = z.enum(['added', 'modified', 'removed', 'renamed']);

/** A file that two commits do not have alike. */
export const changeSchema = z.strictObject({
  path: z.string(),
  path_base64: z.string().optional().meta(bytesOfPath),
  status: changeStatus,
  previous_path: z.string().optional().meta({ description: 'Of a renamed file' }),
  previous_path_base64: z.string().optional().meta(bytesOfPath),
  similarity: count.optional().meta({ description: 'Of a renamed file, in percent, as git has found it' }),
  before: fileSchema.optional(),
  after: fileSchema.optional(),
});

/** Where a file was before that was renamed. */
export const previousView = (former: GitPath | undefined) => {
  const previous = former === undefined ? undefined : pathView(former);
  return { previous_path: previous?.path, previous_path_base64: previous?.path_base64 };
};

export const changeView = ({ path, status, former, before, after }: ShownChange): z.input<typeof changeSchema> => ({
  ...pathView(path),
  status,
  ...previousView(former?.path),
  similarity: former?.similarity,
  before: before && fileView(before),
  after: after && fileView(after),
});

const counted = z.strictObject({ files: count, bytes: count });
const countedTwice = z.strictObject({ files: count, bytes_before: count, bytes_after: count });

/** Of all changes between two commits. */
export const changeTotalsSchema = z.strictObject({
  added: counted,
  modified: countedTwice,
  removed: counted,
  renamed: countedTwice,
});

const countedView = ({ files, bytesBefore, bytesAfter }: CountedChanges): z.input<typeof countedTwice> => ({
  files,
  bytes_before: bytesBefore,
  bytes_after: bytesAfter,
});

export const changeTotalsView = ({ added, modified, removed, renamed }: ChangeTotals): z.input<typeof changeTotalsSchema> => ({
  added: { files: added.files, bytes: added.bytesAfter },
  modified: countedView(modified),
  removed: { files: removed.files, bytes: removed.bytesBefore },
  renamed: countedView(renamed),
});
