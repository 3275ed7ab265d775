import type { ShownSnapshot } from '@svc/core';
import type { Snapshot } from '@svc/core/model';
import { z } from 'zod';
import { refParameter } from './browsing.js';
import { modeView } from './git-files.js';
import { count, description, displayName, timestamp, timestampOf, uuid } from './fields.js';
import { gitIdOut } from './git-commits.js';
import { pathView } from './git-paths.js';
import { integerParameter, nextCursor, pageQuery } from './parameters.js';

export const snapshotSchema = z.strictObject({
  id: uuid,
  name: z.string(),
  note: z.string().optional(),
  commit: gitIdOut,
  ref: z.string().optional().meta({ description: 'The branch or the tag by which the commit was named' }),
  files: count,
  size: count.meta({ description: 'Bytes of the files: of the objects, never of their LFS pointers' }),
  missing_objects: count.meta({
    description: 'Files whose objects the repository did not have when they were captured',
  }),
  created_by: uuid,
  created_at: timestamp,
});

export const snapshotView = (snapshot: Snapshot): z.input<typeof snapshotSchema> => ({
  id: snapshot.id,
  name: snapshot.name,
  note: snapshot.note,
  commit: snapshot.commit,
  ref: snapshot.ref,
  files: snapshot.files,
  size: snapshot.sizeBytes,
  missing_objects: snapshot.missingObjects,
  created_by: snapshot.createdBy,
  created_at: timestampOf(snapshot.createdAt),
});

export const snapshotsReply = z.strictObject({ snapshots: z.array(snapshotSchema), next_cursor: nextCursor });
export const snapshotReply = z.strictObject({ snapshot: snapshotSchema });

export const createSnapshotBody = z.strictObject({
  name: displayName.meta({ description: 'No other snapshot of the repository has it' }),
  ref: refParameter,
  note: description.optional(),
});

const maxFilesPerPage = 1000;

export const snapshotFilesQuery = pageQuery.extend({
  limit: integerParameter({ minimum: 1, maximum: maxFilesPerPage, default: 100 }).meta({ description: 'Files' }),
});

const fileSchema = z.strictObject({
  path: z.string(),
  path_base64: z
    .string()
    .optional()
    .meta({ description: 'The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty' }),
  mode: z.string().meta({ description: 'In octal, six digits' }),
  id: gitIdOut,
  size: count,
  oid: z.string().optional().meta({ description: 'SHA-256 of the bytes, where the service knows it' }),
  is_lfs: z.boolean().meta({ description: 'Whether Git has an LFS pointer there' }),
  is_stored: z.boolean().meta({ description: 'Whether the repository has the bytes now' }),
});

export const shownSnapshotReply = z.strictObject({
  snapshot: snapshotSchema,
  files: z.array(fileSchema).meta({ description: 'A page of them: those of a folder before those of its folders' }),
  next_cursor: nextCursor,
});

export const shownSnapshotView = ({ snapshot, files, stored }: ShownSnapshot): z.input<typeof shownSnapshotReply> => ({
  snapshot: snapshotView(snapshot),
  files: files.items.map(({ path, mode, id, sizeBytes, oid, isLfs }) => ({
    ...pathView(path),
    mode: modeView(mode),
    id,
    size: sizeBytes,
    oid,
    is_lfs: isLfs,
    is_stored: oid !== undefined && stored.has(oid),
  })),
  next_cursor: files.nextCursor,
});
