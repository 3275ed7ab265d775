import type {
  DescribedObject,
  FinalizeIndex,
  IndexState,
  SentChange,
  SentCommit,
  SentRawTree,
  SentTree,
  TakenCommits,
  TakenTrees,
} from '@svc/core';
import {
  type FinalizedIndex,
  type GitId,
  gitObjectFormats,
  type GitPath,
  gitPathOfBytes,
  gitPathOfText,
  type GitRename,
  type IndexSession,
  isFileMode,
  isGitRefName,
  maxRefNameBytes,
  maxRefNameLength,
  maxTagNotesLength,
} from '@svc/core/model';
import { z } from 'zod';
import { branded } from './branded.js';
import { byteCount, count, oid, optionalTimestampOf, timestamp, timestampOf, uuid } from './fields.js';
import { cursor, integerParameter, nextCursor } from './parameters.js';

/** A page of refs is as long as a client needs that has to know all of them. */
const maxRefsPerPage = 1000;

const gitIdPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const isAnyGitId = (text: string): text is GitId => gitIdPattern.test(text);
const gitId = branded(gitIdPattern, isAnyGitId).meta({ description: 'Id of a Git object: SHA-1 or SHA-256 in lower-case hex' });

const refPattern = /^refs\/(?:heads|tags)\/./;
const refName = branded(refPattern, isGitRefName).meta({
  description: `Full name of a branch or a tag, at most ${maxRefNameLength} characters and ${maxRefNameBytes} bytes of UTF-8`,
});

export const stateQuery = z.object({
  limit: integerParameter({ minimum: 1, maximum: maxRefsPerPage, default: maxRefsPerPage }),
  cursor: cursor.optional(),
});

const objectFormat = z.enum(gitObjectFormats);

export const indexStateReply = z.strictObject({
  index: z.strictObject({
    indexed: z.boolean().meta({ description: 'Whether an upload was ever finalized' }),
    object_format: objectFormat.optional(),
    generation: count.meta({ description: 'Counts the uploads that were finalized' }),
    commits: count,
    objects: count,
    indexed_at: timestamp.optional(),
    complete_at: timestamp.optional().meta({ description: 'When it was said last that these refs are all that there are' }),
    refs: z.array(
      z.strictObject({
        name: z.string(),
        target: z.string().meta({ description: 'Id of the commit' }),
        tag_id: z.string().optional().meta({ description: 'Id of the tag object, of an annotated tag' }),
      }),
    ),
  }),
  next_cursor: nextCursor,
});

export const indexStateView = ({ index, refs }: IndexState): z.input<typeof indexStateReply> => ({
  index: {
    indexed: index?.indexedAt !== undefined,
    object_format: index?.objectFormat,
    generation: index?.generation ?? 0,
    commits: index?.commitCount ?? 0,
    objects: index?.objectCount ?? 0,
    indexed_at: optionalTimestampOf(index?.indexedAt),
    complete_at: optionalTimestampOf(index?.complete?.at),
    refs: refs.items.map(({ name, target, tagId }) => ({ name, target, tag_id: tagId })),
  },
  next_cursor: refs.nextCursor,
});

export const openIndexBody = z.strictObject({ object_format: objectFormat });

export const indexSessionReply = z.strictObject({
  session: z.strictObject({ id: uuid, base_generation: count, expires_at: timestamp }),
});

export const indexSessionView = ({ id, baseGeneration, expiresAt }: IndexSession): z.input<typeof indexSessionReply> => ({
  session: { id, base_generation: baseGeneration, expires_at: timestampOf(expiresAt) },
});

const base64 = z.string().regex(/^[A-Za-z0-9+/_-]*={0,2}$/);
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64');

export const takeCommitsBody = z.strictObject({
  commits: z.array(
    z.strictObject({ id: gitId, raw: base64.meta({ description: 'What `git cat-file commit` gives, in Base64' }) }),
  ),
});

export const sentCommits = ({ commits }: z.output<typeof takeCommitsBody>): readonly SentCommit[] =>
  commits.map(({ id, raw }) => ({ id, raw: bytesOf(raw) }));

export const takenCommitsReply = z.strictObject({
  accepted: count.meta({ description: 'Commits whose trees are wanted' }),
  already_indexed: count,
});

export const takenCommitsView = ({ accepted, alreadyIndexed }: TakenCommits): z.input<typeof takenCommitsReply> => ({
  accepted,
  already_indexed: alreadyIndexed,
});

/** A path as it is sent: its text, or where its bytes are no UTF-8 an empty text and the bytes in Base64. */
const pathOf = (text: string, bytes: string | undefined): GitPath | undefined =>
  bytes === undefined ? gitPathOfText(text) : text === '' ? gitPathOfBytes(bytesOf(bytes)) : undefined;

const malformed = (input: unknown, at: number) => ({ code: 'custom' as const, input, message: 'malformed', path: [at] });

const change = z
  .tuple([z.string(), z.string().regex(/^[0-7]{1,6}$/), gitId.nullable(), base64.optional()])
  .meta({
    description:
      'Path, mode in octal, id, and where the bytes of the path are no UTF-8 those in Base64 beside an empty path. The id is null where the path is gone',
  })
  .transform(([text, octal, id, bytes], context): SentChange => {
    const path = pathOf(text, bytes);
    const mode = Number.parseInt(octal, 8);
    if (path === undefined) context.issues.push(malformed(text, 0));
    else if (id === null) return { path, file: undefined };
    else if (!isFileMode(mode)) context.issues.push(malformed(octal, 1));
    else return { path, file: { mode, id } };
    return z.NEVER;
  });

const rename = z
  .tuple([z.string(), z.string(), z.int().min(0).max(100), base64.optional(), base64.optional()])
  .meta({ description: 'From, to, how much is the same in percent; and the bytes of both paths where they are no UTF-8' })
  .transform(([fromText, toText, similarity, fromBytes, toBytes], context): GitRename => {
    const from = pathOf(fromText, fromText === '' ? fromBytes : undefined);
    const to = pathOf(toText, toText === '' ? toBytes : undefined);
    if (from !== undefined && to !== undefined) return { from, to, similarity };
    context.issues.push(malformed(fromText, from === undefined ? 0 : 1));
    return z.NEVER;
  });

const rawTree = z
  .strictObject({
    folder: z.string().meta({ description: 'Empty for the folder of all' }),
    folder_base64: base64
      .optional()
      .meta({ description: 'The bytes of the folder where they are no UTF-8, beside an empty one' }),
    raw: base64.meta({ description: 'What `git cat-file tree` gives, in Base64' }),
  })
  .transform(({ folder, folder_base64, raw }, context): SentRawTree => {
    const path = folder === '' && folder_base64 === undefined ? '' : pathOf(folder, folder_base64);
    if (path !== undefined) return { folder: path, raw: bytesOf(raw) };
    context.issues.push({ code: 'custom', input: folder, message: 'malformed', path: ['folder'] });
    return z.NEVER;
  });

export const takeTreesBody = z.strictObject({
  objects: z
    .array(
      z.strictObject({
        id: gitId,
        size: byteCount,
        lfs: z.strictObject({ oid, size: byteCount }).optional().meta({ description: 'What an LFS pointer points to' }),
      }),
    )
    .default([]),
  trees: z
    .array(
      z.strictObject({
        commit: gitId,
        changes: z.array(change).meta({
          description: 'Against the first parent, with folders, each path once: `git diff-tree -r -t --root --no-renames`',
        }),
        renames: z.array(rename).default([]).meta({
          description: 'As `git diff-tree -M` tells them: one of a path and one to a path. Of more the first is kept',
        }),
        raw_trees: z.array(rawTree).default([]).meta({
          description:
            'Tree objects of folders that git would write otherwise today, with old modes or with names that no path may have: such a folder is checked by these bytes',
        }),
        is_last: z.boolean().meta({ description: 'Whether the changes of the commit end here' }),
      }),
    )
    .default([]),
  contents: z
    .array(z.strictObject({ id: gitId, oid }))
    .default([])
    .meta({
      description:
        'Files of up to 1 MiB that are no LFS pointers and are stored as objects: the id of the Git blob, and the SHA-256 of its bytes. The bytes are read and have to hash to the id. Blobs that no earlier request has described, and objects that are not stored, are passed over',
    }),
});

type TreesBody = z.output<typeof takeTreesBody>;

export const describedObjects = ({ objects }: TreesBody): readonly DescribedObject[] =>
  objects.map(({ id, size, lfs }) => ({ id, sizeBytes: size, lfs: lfs && { oid: lfs.oid, sizeBytes: lfs.size } }));

export const sentTrees = ({ trees }: TreesBody): readonly SentTree[] =>
  trees.map(({ commit, changes, renames, raw_trees, is_last }) => ({
    commit,
    changes,
    renames,
    rawTrees: raw_trees,
    isLast: is_last,
  }));

export const takenTreesReply = z.strictObject({
  completed: count.meta({ description: 'Commits that are complete with this request, or were before' }),
  pending: count.meta({ description: 'Commits of the session whose trees are still wanted' }),
});

export const takenTreesView = ({ completed, pending }: TakenTrees): z.input<typeof takenTreesReply> => ({ completed, pending });

const signatureText = z.string().max(1024);

const [earliest, latest] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** In UTC it lies in the years 0 to 9999: no other could be answered. */
const taggedAt = z.iso.datetime({ offset: true }).refine((text) => Date.parse(text) >= earliest && Date.parse(text) <= latest);

export const finalizeIndexBody = z.strictObject({
  refs: z.array(
    z.strictObject({
      name: refName,
      target: gitId.nullable().meta({ description: 'The commit that it names, through any tags; null where it is gone' }),
      expected: gitId.nullish().meta({ description: 'Where it has to be before; null for nowhere' }),
      tag: z
        .strictObject({
          id: gitId,
          tagger_name: signatureText.default(''),
          tagger_email: signatureText.default(''),
          tagged_at: taggedAt.optional(),
          message: z.string().max(maxTagNotesLength).default(''),
        })
        .optional()
        .meta({ description: 'Of an annotated tag' }),
    }),
  ),
  head: refName
    .optional()
    .meta({ description: 'The branch that HEAD names: the default branch from now on, as long as it is there' }),
  complete: z.boolean().default(false).meta({
    description:
      'Whether these are all refs that there are, read after the session was opened: others are removed, and what none of them reaches may be unreachable',
  }),
});

export const finalizeRequest = ({
  refs,
  head,
  complete,
}: z.output<typeof finalizeIndexBody>): Omit<FinalizeIndex, 'sessionId'> => ({
  isComplete: complete,
  head,
  refs: refs.map(({ name, target, expected, tag }) => ({
    name,
    target,
    expected,
    tag: tag && {
      id: tag.id,
      taggerName: tag.tagger_name,
      taggerEmail: tag.tagger_email,
      taggedAt: tag.tagged_at === undefined ? undefined : Date.parse(tag.tagged_at),
      notes: tag.message,
    },
  })),
});

export const finalizedIndexReply = z.strictObject({
  generation: count,
  commits: count,
  refs: count,
  missing_objects: count.meta({ description: 'Objects that LFS pointers of the index name and the repository does not have' }),
});

export const finalizedIndexView = (outcome: FinalizedIndex): z.input<typeof finalizedIndexReply> => ({
  generation: outcome.generation,
  commits: outcome.commits,
  refs: outcome.refs,
  missing_objects: outcome.missingObjects,
});
