import { type BadRequest, keeperKinds } from '@svc/core/model';
import { z } from 'zod';
import type { ReasonedKind } from '../endpoint/declared-error.js';
import { type ErrorCode, errorCodes } from '../endpoint/error-code.js';
import { fieldReasons, problems, reasonMessages } from '../endpoint/error-message.js';

const errorBody = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject({ error: z.strictObject({ ...shape, message: z.string(), request_id: z.string() }) });

/** Git LFS clients look for these at the top. */
const lfsFields = { message: z.string(), request_id: z.string() };

const namesOf = <T extends string>(table: Readonly<Record<T, unknown>>): readonly string[] => Object.keys(table);

/** A Git object that is described as an LFS pointer, and is none to the service. */
const refusedPointer = z.strictObject({
  id: z.string(),
  oid: z.string(),
  size: z.number(),
  stored_size: z
    .number()
    .optional()
    .meta({ description: 'What the object has that is stored; absent where the index knows a plain file' }),
});

const problemDetails = z.strictObject({
  field: z.string(),
  problem: z.enum(namesOf<BadRequest['problem']>(problems)),
  reason: z.enum(namesOf<NonNullable<BadRequest['reason']>>(fieldReasons)).optional(),
  pointers: z.array(refusedPointer).optional().meta({
    description:
      'For `stored_otherwise` and `described_otherwise`, the LFS pointers that are taken as plain files alone, without `lfs`; the first 100',
  }),
});

const reasonDetails = (reasons: readonly string[]) => z.strictObject({ reason: z.enum(reasons) });

const keeper = z.strictObject({ kind: z.enum(keeperKinds), name: z.string() });

/** What some reasons of a conflict say besides. */
const conflictFacts = {
  ref_moved: { ref: z.string().optional().meta({ description: 'Which branch or tag, for `ref_moved`' }) },
  // What is asked for about one object alone does not repeat its oid.
  size_mismatch: {
    oid: z.string().optional().meta({ description: 'Which of several objects the reason is about: the first one' }),
  },
  manifest_invalid: {
    pack: z
      .string()
      .optional()
      .meta({ description: 'For `pack_invalid` and `not_uploaded`, the name of the pack, where it is one' }),
    problem: z.string().optional().meta({
      description:
        'For `pack_invalid` and `manifest_invalid`, what is wrong, in a word of docs/formats.md; `damaged`: the bytes are no longer those that were sent, and sending them again heals them',
    }),
  },
  chunks_gone: {
    paths: z.array(z.string()).optional().meta({
      description:
        'For `chunks_gone`, the packs, chunk maps and manifests that are to be sent again, by their paths; the first 100',
    }),
  },
  object_kept: {
    kept_by: z.array(keeper).optional().meta({
      description:
        'For `object_kept`, some of what keeps the object: names of branches, tags and snapshots, ids of sessions; `plain file` for a file that the index has from Git itself, whatever branch it is on',
    }),
  },
} as const;

const conflictDetails = (reasons: readonly string[]) =>
  reasonDetails(reasons).extend({
    ...(reasons.includes('ref_moved') && conflictFacts.ref_moved),
    ...(reasons.includes('size_mismatch') && conflictFacts.size_mismatch),
    ...(reasons.includes('manifest_invalid') && conflictFacts.manifest_invalid),
    ...(reasons.includes('chunks_gone') && conflictFacts.chunks_gone),
    ...(reasons.includes('object_kept') && conflictFacts.object_kept),
  });

const quotaDetails = (reasons: readonly string[]) =>
  reasonDetails(reasons).extend({
    limit: z.number().meta({ description: 'A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes`' }),
    current: z.number(),
  });

const reasonsOf = (kind: ReasonedKind): readonly string[] => Object.keys(reasonMessages[kind]);

const otherReasons = (['forbidden', 'not_found', 'conflict', 'rate_limited', 'unavailable'] as const).flatMap(reasonsOf);
const anyDetails = z.union([problemDetails, quotaDetails(reasonsOf('quota_exceeded')), conflictDetails(otherReasons)]);

/** Spec 7: any error. */
export const errorSchema = errorBody({ code: z.enum(namesOf<ErrorCode>(errorCodes)), details: anyDetails.optional() });

/** The same where Git LFS clients read it. */
export const lfsErrorSchema = errorSchema.extend(lfsFields);

/** What an endpoint can answer with one code. */
export interface DescribedError {
  readonly code: ErrorCode;
  /** Those that `details.reason` can say; none for a code without reasons. */
  readonly reasons: readonly string[];
  /** Whether the code also comes without a reason. */
  readonly isBare: boolean;
}

const detailsOf = ({ code, reasons, isBare }: DescribedError): { readonly details?: z.ZodType } => {
  // A body that ends too early names no field.
  if (code === 'bad_request') return { details: problemDetails.optional() };
  if (reasons.length === 0) return {};
  const details = code === 'quota_exceeded' ? quotaDetails(reasons) : conflictDetails(reasons);
  return { details: isBare ? details.optional() : details };
};

/** An error of one code, with nothing but its own reasons. */
export const describedErrorSchema = (error: DescribedError, isLfs: boolean): z.ZodType => {
  const schema = errorBody({ code: z.enum([error.code]), ...detailsOf(error) });
  return isLfs ? schema.extend(lfsFields) : schema;
};
