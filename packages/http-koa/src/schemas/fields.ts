import { isOid, isSlug } from '@svc/core';
import {
  isByteCount,
  maxDescriptionLength,
  maxNameLength,
  oidPattern,
  printableLine,
  printableText,
  slugPattern,
  deduplicationModes,
} from '@svc/core/model';
import { z } from 'zod';
import { branded } from './branded.js';

/** An id that goes out. */
export const uuid = z.string().meta({ format: 'uuid' });
/** A moment that goes out: RFC 3339, UTC. */
export const timestamp = z.iso.datetime();
export const timestampOf = (instant: number): string => new Date(instant).toISOString();
export const optionalTimestampOf = (instant: number | undefined): string | undefined =>
  instant === undefined ? undefined : timestampOf(instant);

/** A name that people give: one line, not empty. Two plain patterns, since one for both would take its time over a hostile text. */
export const displayName = z.string().max(maxNameLength).regex(printableLine).regex(/\S/);
/** What people write about a thing, of several lines. */
export const description = z.string().max(maxDescriptionLength).regex(printableText);
export const slug = branded(slugPattern, isSlug).meta({ description: 'Without `..`, and no UUID' });
export const oid = branded(oidPattern, isOid);

const maxExactInteger = Number.MAX_SAFE_INTEGER;

/** A length in bytes that comes in: an integer from 0 to 2^53-1, and not -0. */
export const byteCount = z
  .int({ abort: true })
  .min(0, { abort: true })
  .max(maxExactInteger, { abort: true })
  .refine((value) => isByteCount(value), { abort: true });
/** A count or a length in bytes that goes out. */
export const count = z.int().min(0);

/** How much deduplication has saved. */
export const dedupRatio = z.number().min(0).max(1).meta({
  description:
    'What deduplication and compression have saved of the objects in chunks: 1 - physical / logical, with all files of the chunk tree. Objects that are stored as they are do not count. 0 where nothing lies in chunks, and where tiny objects occupy more than they hold',
});

/** Null is for the change that says nothing any more. */
export const deduplicate = z.enum(deduplicationModes).meta({
  description:
    'Which objects that came whole the service cuts into chunks, so that what they share is stored once: `off` none, `cold` those that nobody has downloaded for some days, `all` each. Absent where the organization, or else the storage, says it: `cold` in managed storage, `off` in a bucket of your own',
});

/** What one repository could do without. */
export const reclaimableBytes = count.meta({
  description:
    'Of removed objects until their bytes are gone, which physical_bytes count no more, and of files of the chunk tree that nothing needs, and of what nothing needs in packs, which they do',
});
