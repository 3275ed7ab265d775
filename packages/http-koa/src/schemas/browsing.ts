import type { AppError, FoundCommit, TreeListing } from '@svc/core';
import { type FileMode, nameOfGitPath, type ShownPath } from '@svc/core/model';
import { err, ok, type ResultAsync } from 'neverthrow';
import { z } from 'zod';
import { count } from './fields.js';
import {
  commitSchema,
  commitView,
  gitIdOut,
  lastCommitSchema,
  lastCommitView,
  wholeCommitSchema,
  wholeCommitView,
} from './git-commits.js';
import { historyCursor, pathParameters, pathView } from './git-paths.js';
import { integerParameter } from './parameters.js';

const maxRefParameter = 1024;

/** What names a commit. */
export const refParameter = z
  .string()
  .min(1)
  .max(maxRefParameter)
  .optional()
  .meta({ description: 'A branch, a tag, or at least 7 digits of the id of a commit; without it, the default branch' });

/** What every answer about a Git history begins with. */
export const indexedFields = {
  indexed: z.boolean().meta({ description: 'Whether the Git history of the repository is indexed' }),
  generation: count.meta({ description: 'Counts the uploads to the index; 0 where it is not indexed' }),
};

export const notIndexed = { indexed: false, generation: 0 };

/** A list of a history that is not indexed is `empty`, and says so. */
export const orNotIndexed = <T, E extends AppError>(found: ResultAsync<T, E>, empty: NoInfer<T>): ResultAsync<T, E> =>
  found.orElse((error) => (error.kind === 'not_found' && error.reason === 'not_indexed' ? ok(empty) : err(error)));

const entryTypes = ['folder', 'file', 'symlink', 'submodule'] as const;

const typeOfMode: Readonly<Record<FileMode, (typeof entryTypes)[number]>> = {
  0o040000: 'folder',
  0o100644: 'file',
  0o100664: 'file',
  0o100755: 'file',
  0o120000: 'symlink',
  0o160000: 'submodule',
};

/** As `git ls-tree` prints it. */
export const modeView = (mode: FileMode): string => mode.toString(8).padStart(6, '0');

const bytesOfPath = { description: 'The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty' };

export const entrySchema = z.strictObject({
  name: z.string(),
  name_base64: z.string().optional().meta(bytesOfPath),
  path: z.string(),
  path_base64: z.string().optional().meta(bytesOfPath),
  type: z.enum(entryTypes),
  mode: z.string().meta({ description: 'In octal, six digits' }),
  id: gitIdOut,
  size: count.meta({
    description: 'Bytes of what people get: of the object, never of its LFS pointer; of all files below a folder',
  }),
  files: count.optional().meta({ description: 'Of a folder: how many files lie below it' }),
  oid: z.string().optional().meta({ description: 'SHA-256 of the bytes, where the service knows it' }),
  is_lfs: z.boolean().meta({ description: 'Whether Git has an LFS pointer there' }),
  is_stored: z.boolean().meta({ description: 'Whether the repository has the bytes' }),
  last_commit: lastCommitSchema,
});

export const entryView = (shown: ShownPath): z.input<typeof entrySchema> => {
  const name = pathView(nameOfGitPath(shown.path));
  return {
    name: name.path,
    name_base64: name.path_base64,
    ...pathView(shown.path),
    type: typeOfMode[shown.mode],
    mode: modeView(shown.mode),
    id: shown.id,
    size: shown.sizeBytes,
    files: shown.files,
    oid: shown.oid,
    is_lfs: shown.isLfs,
    is_stored: shown.isStored,
    last_commit: lastCommitView(shown.lastCommit),
  };
};

const defaultEntries = 100;
const maxEntries = 1000;

export const treeQuery = z.object({
  ref: refParameter,
  ...pathParameters,
  recursive: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({ parameter: { type: 'boolean', default: false }, description: 'Files at any depth, and no folders' }),
  limit: integerParameter({ minimum: 1, maximum: maxEntries, default: defaultEntries }),
  cursor: historyCursor.optional(),
});

export const treeReply = z.strictObject({
  ...indexedFields,
  commit: commitSchema.optional().meta({ description: 'Absent where nothing is indexed' }),
  path: z.string().optional(),
  path_base64: z.string().optional().meta(bytesOfPath),
  entries: z.array(entrySchema),
  next_cursor: historyCursor.optional(),
});

export const treeView = ({ generation, commit, folder, entries }: TreeListing): z.input<typeof treeReply> => ({
  indexed: true,
  generation,
  commit: commitView(commit),
  ...pathView(folder),
  entries: entries.items.map(entryView),
  next_cursor: entries.nextCursor,
});

export const foundCommitReply = z.strictObject({ ...indexedFields, commit: wholeCommitSchema });

export const foundCommitView = ({ generation, commit }: FoundCommit): z.input<typeof foundCommitReply> => ({
  indexed: true,
  generation,
  commit: wholeCommitView(commit),
});
