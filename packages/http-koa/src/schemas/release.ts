import type { FoundRelease, ListedReleases } from '@svc/core';
import { maxTagNotesLength, printableText, type Release } from '@svc/core/model';
import { z } from 'zod';
import { indexedFields } from './browsing.js';
import { count, optionalTimestampOf, timestamp, timestampOf } from './fields.js';
import { commitSchema, commitView } from './git-commits.js';
import { historyCursor } from './git-paths.js';
import { pageQuery } from './parameters.js';

export const releaseSchema = z.strictObject({
  tag: z.string(),
  ref: z.string().meta({ description: 'The full name of the tag' }),
  commit: commitSchema,
  is_annotated: z.boolean().meta({ description: 'Whether the tag is an object of its own, with a tagger and a message' }),
  tagger: z
    .strictObject({ name: z.string(), email: z.string(), at: timestamp.optional() })
    .optional()
    .meta({ description: 'Absent where the tag names none, as many old ones do' }),
  notes: z.string().meta({ description: 'Those that were edited here, else the message of the tag' }),
  notes_edited_at: timestamp.optional().meta({ description: 'Absent where the notes are the message of the tag' }),
  published_at: timestamp.meta({ description: "The tagger's time, else the committer's" }),
  files: count.meta({ description: 'Files of the commit' }),
  size: count.meta({ description: 'Bytes of these files: of the objects, never of their LFS pointers' }),
});

const taggerView = ({ taggerName: name, taggerEmail: email, taggedAt }: NonNullable<Release['annotation']>) =>
  name === '' && email === '' && taggedAt === undefined ? undefined : { name, email, at: optionalTimestampOf(taggedAt) };

const releaseView = ({ annotation, totals, ...release }: Release): z.input<typeof releaseSchema> => ({
  tag: release.tag,
  ref: release.ref,
  commit: commitView(release.commit),
  is_annotated: annotation !== undefined,
  tagger: annotation && taggerView(annotation),
  notes: release.notes,
  notes_edited_at: optionalTimestampOf(release.notesEditedAt),
  published_at: timestampOf(release.publishedAt),
  files: totals.files,
  size: totals.sizeBytes,
});

export const releasesQuery = pageQuery.extend({ cursor: historyCursor.optional() });

export const releasesReply = z.strictObject({
  ...indexedFields,
  releases: z.array(releaseSchema),
  next_cursor: historyCursor.optional(),
});

export const releasesView = ({ generation, releases }: ListedReleases): z.input<typeof releasesReply> => ({
  indexed: true,
  generation,
  releases: releases.items.map(releaseView),
  next_cursor: releases.nextCursor,
});

export const releaseReply = z.strictObject({ ...indexedFields, release: releaseSchema });

export const releaseReplyView = ({ generation, release }: FoundRelease): z.input<typeof releaseReply> => ({
  indexed: true,
  generation,
  release: releaseView(release),
});

export const editReleaseBody = z.strictObject({
  notes: z
    .string()
    .max(maxTagNotesLength)
    .regex(printableText)
    .nullable()
    .meta({ description: 'In place of the message of the tag; null brings the message back' }),
});
