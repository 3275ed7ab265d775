import type { TransferEvent, TransferKind, TransferStats } from '@svc/core/model';
import { z } from 'zod';
import { timestamp, timestampOf, uuid } from './fields.js';
import { nextCursor, pageQuery } from './parameters.js';

const kinds = ['push', 'pull'] as const satisfies readonly TransferKind[];

/** Spec 4.13: what each counter is called on the wire and in the domain. */
const counters = [
  ['duration_ms', 'durationMs'],
  ['ingest_ms', 'ingestMs'],
  ['mirror_ms', 'mirrorMs'],
  ['logical_bytes', 'logicalBytes'],
  ['stored_bytes', 'storedBytes'],
  ['object_count', 'objectCount'],
  ['chunk_count', 'chunkCount'],
  ['new_chunks', 'newChunks'],
  ['reused_chunks', 'reusedChunks'],
  ['files_put', 'filesPut'],
  ['files_skipped', 'filesSkipped'],
] as const satisfies readonly (readonly [string, keyof TransferStats])[];

type WireCounters = { -readonly [Name in (typeof counters)[number][0]]?: number | undefined };

// A clock's milliseconds come with a fraction; nobody's push fails for the sake of it.
const counter = z.number().min(0).max(Number.MAX_SAFE_INTEGER).transform(Math.round).optional();

const counterFields = {
  duration_ms: counter,
  ingest_ms: counter,
  mirror_ms: counter,
  logical_bytes: counter,
  stored_bytes: counter,
  object_count: counter,
  chunk_count: counter,
  new_chunks: counter,
  reused_chunks: counter,
  files_put: counter,
  files_skipped: counter,
};

/** The `stats` of a finalize: whatever kind it names, a finalize ends a push. */
const pushFields = { kind: z.literal('push').optional(), ...counterFields };
export const strictPushStats = z.strictObject(pushFields);
export const lenientPushStats = z.object(pushFields);

const reportFields = { kind: z.enum(kinds).default('pull'), ...counterFields };
export const strictTransferBody = z.strictObject(reportFields);
export const lenientTransferBody = z.object(reportFields);
/** The report is taken: nothing follows from it. */
export const transferReply = z.strictObject({});

export const statsOf = (wire: WireCounters): TransferStats => {
  const stats: { -readonly [Name in keyof TransferStats]: TransferStats[Name] } = {};
  for (const [wireName, name] of counters) {
    const value = wire[wireName];
    if (value !== undefined) stats[name] = value;
  }
  return stats;
};

const sent = z.number().min(0).optional();

export const transferSchema = z.strictObject({
  id: uuid,
  kind: z.enum(kinds),
  created_at: timestamp,
  duration_ms: sent,
  ingest_ms: sent,
  mirror_ms: sent,
  logical_bytes: sent,
  stored_bytes: sent,
  object_count: sent,
  chunk_count: sent,
  new_chunks: sent,
  reused_chunks: sent,
  files_put: sent,
  files_skipped: sent,
});

export const transfersQuery = pageQuery.extend({ kind: z.enum(kinds).optional() });
export const transfersReply = z.strictObject({ transfers: z.array(transferSchema), next_cursor: nextCursor });

export const transferView = ({ id, kind, stats, at }: TransferEvent): z.input<typeof transferSchema> => {
  const wire: WireCounters = {};
  for (const [wireName, name] of counters) wire[wireName] = stats[name];
  return { id, kind, created_at: timestampOf(at), ...wire };
};
