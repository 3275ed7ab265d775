import type {
  AppError,
  CommitListing,
  ComparedCommits,
  FoundCommit,
  FoundFile,
  ShownVersion,
  TreeListing,
  VersionListing,
} from '@svc/core';
import { type FileMode, nameOfGitPath, type ShownPath } from '@svc/core/model';
import { err, ok, type ResultAsync } from 'neverthrow';
import { z } from 'zod';
import { count } from './fields.js';
import { changeSchema, changeStatus, changeTotalsSchema, changeTotalsView, changeView, previousView } from './git-changes.js';
import {
  commitSchema,
  commitView,
  gitIdOut,
  lastCommitSchema,
  lastCommitView,
  wholeCommitSchema,
  wholeCommitView,
} from './git-commits.js';
import { fileFields, fileSchema, fileView } from './git-files.js';
import { bytesOfPath, historyCursor, pathParameters, pathView } from './git-paths.js';
import { integerParameter, nextCursor, pageQuery } from './parameters.js';

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

export const entrySchema = z.strictObject({
  name: z.string(),
  name_base64: z.string().optional().meta(bytesOfPath),
  path: z.string(),
  path_base64: z.string().optional().meta(bytesOfPath),
  type: z.enum(entryTypes),
  ...fileFields,
  files: count.optional().meta({ description: 'Of a folder: how many files lie below it' }),
  last_commit: lastCommitSchema,
});

export const entryView = (shown: ShownPath): z.input<typeof entrySchema> => {
  const name = pathView(nameOfGitPath(shown.path));
  return {
    name: name.path,
    name_base64: name.path_base64,
    ...pathView(shown.path),
    type: typeOfMode[shown.mode],
    ...fileView(shown),
    files: shown.files,
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

export const fileQuery = z.object({ ref: refParameter, ...pathParameters });

export const fileReply = z.strictObject({
  ...indexedFields,
  commit: commitSchema,
  file: entrySchema.extend({
    download: z
      .strictObject({ url: z.string(), expires_in: count.meta({ description: 'Seconds' }) })
      .optional()
      .meta({ description: 'Where the bytes are; absent where the repository does not have them' }),
  }),
});

export const foundFileView = ({ generation, commit, file, download }: FoundFile): z.input<typeof fileReply> => ({
  indexed: true,
  generation,
  commit: commitView(commit),
  file: {
    ...entryView(file),
    download: download && { url: download.downloadUrl, expires_in: download.expiresInSeconds },
  },
});

export const commitsQuery = pageQuery.extend({ ref: refParameter });

export const commitsReply = z.strictObject({ ...indexedFields, commits: z.array(commitSchema), next_cursor: nextCursor });

export const commitsView = ({ generation, commits }: CommitListing): z.input<typeof commitsReply> => ({
  indexed: true,
  generation,
  commits: commits.items.map(commitView),
  next_cursor: commits.nextCursor,
});

const versionSchema = z.strictObject({
  commit: commitSchema,
  path: z.string(),
  path_base64: z.string().optional().meta(bytesOfPath),
  status: changeStatus.meta({ description: 'Against the first parent' }),
  previous_path: z.string().optional().meta({ description: 'Of a renamed file' }),
  previous_path_base64: z.string().optional().meta(bytesOfPath),
  file: fileSchema.optional().meta({ description: 'Absent where the commit removed it' }),
});

const versionView = ({ commit, path, status, former, file }: ShownVersion): z.input<typeof versionSchema> => ({
  commit: commitView(commit),
  ...pathView(path),
  status,
  ...previousView(former),
  file: file && fileView(file),
});

export const versionsQuery = z.object({
  ref: refParameter,
  ...pathParameters,
  ...pageQuery.shape,
  cursor: historyCursor.optional(),
});

export const versionsReply = z.strictObject({
  ...indexedFields,
  versions: z.array(versionSchema),
  next_cursor: historyCursor.optional(),
});

export const versionsView = ({ generation, versions }: VersionListing): z.input<typeof versionsReply> => ({
  indexed: true,
  generation,
  versions: versions.items.map(versionView),
  next_cursor: versions.nextCursor,
});

const maxChanges = 1000;

export const changesQuery = z.object({
  limit: integerParameter({ minimum: 1, maximum: maxChanges, default: defaultEntries }),
  cursor: historyCursor.optional(),
});

const namedCommit = z
  .string()
  .min(1)
  .max(maxRefParameter)
  .meta({ description: 'A branch, a tag, or at least 7 digits of the id of a commit' });

export const compareQuery = changesQuery.extend({
  base: namedCommit,
  head: namedCommit.optional().meta({ description: 'Without it, the default branch' }),
  ...pathParameters,
});

export const compareReply = z.strictObject({
  ...indexedFields,
  base: commitSchema.optional().meta({ description: 'Absent where nothing is indexed' }),
  head: commitSchema.optional(),
  merge_base: gitIdOut.optional().meta({ description: 'The newest commit that both have; absent where there is none' }),
  files: z.array(changeSchema).meta({ description: 'What differs between the two, whatever lies between them' }),
  totals: changeTotalsSchema.optional().meta({ description: 'Of all pages' }),
  new_bytes: count.optional().meta({
    description: 'What the files of `head` need in storage beside those of `base`; after deduplication where objects are stored',
  }),
  next_cursor: historyCursor.optional(),
});

export const compareView = (compared: ComparedCommits): z.input<typeof compareReply> => ({
  indexed: true,
  generation: compared.generation,
  base: commitView(compared.base),
  head: commitView(compared.head),
  merge_base: compared.mergeBase,
  files: compared.changes.items.map(changeView),
  totals: changeTotalsView(compared.totals),
  new_bytes: compared.newBytes,
  next_cursor: compared.changes.nextCursor,
});

export const foundCommitReply = z.strictObject({
  ...indexedFields,
  commit: wholeCommitSchema,
  files: z.array(changeSchema).meta({ description: 'What differs from the first parent; all files of a commit without one' }),
  totals: changeTotalsSchema.meta({ description: 'Of all pages' }),
  next_cursor: historyCursor.optional(),
});

export const foundCommitView = ({ generation, commit, changes, totals }: FoundCommit): z.input<typeof foundCommitReply> => ({
  indexed: true,
  generation,
  commit: wholeCommitView(commit),
  files: changes.items.map(changeView),
  totals: changeTotalsView(totals),
  next_cursor: changes.nextCursor,
});
