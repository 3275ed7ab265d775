import { setTimeout as wait } from 'node:timers/promises';
import type { ApiError, Finalized } from '@svc/client';
import type { EnclosedFile, Oid } from '@svc/core';
import { manifestPath, type ObjectRequest, type TransferStats } from '@svc/core/model';
import { encodeManifest, type Manifest } from '@svc/core/packs';
import { AgentProblem } from '../agent-problem.js';
import { ended, problemOf } from '../api-outcome.js';
import { createFailFast } from '../pipeline/fail-fast.js';
import { forEachConcurrent } from '../pipeline/for-each-concurrent.js';
import type { TransferContext } from '../transfer-context.js';
import { createEnclosure, type Enclosure } from './enclosure.js';

/** A file whose packs and maps are in the repository, or enclosed. */
export interface Registered {
  readonly manifest: Manifest;
  /** What the object is called. */
  readonly name?: string | undefined;
}

/**
 * `unverified`: the service finds that the chunks of one do not make up the object. What it was told of chunks that it had may have been wrong. `gone`: chunks that were
 * there have been collected since, because nothing needed them; asked again, the service does not know them.
 */
export type Registration =
  /** `sentBytes`: of each manifest that was sent. */
  | { readonly kind: 'registered'; readonly sentBytes: ReadonlyMap<Oid, number> }
  | { readonly kind: 'unverified' | 'gone'; readonly error: ApiError };

/** Every client that may push may replace a manifest until it is verified, so this client's own can be gone by then. */
const maxAttempts = 3;
const maxJitterMs = 500;

const isUnverified = ({ status, reason = '' }: ApiError): boolean =>
  status === 409 && ['not_uploaded', 'size_mismatch', 'checksum_mismatch', 'manifest_invalid', 'pack_invalid'].includes(reason);

const isGone = ({ status, reason }: ApiError): boolean => status === 409 && reason === 'chunks_gone';

/** Someone else's push of this object was verified meanwhile: it is there. */
const isFrozen = ({ status, reason }: ApiError): boolean => status === 409 && reason === 'manifest_frozen';

/** Those for which the finalize has no room go by themselves. */
const sendManifests = async (
  { client, repositoryId, signal }: TransferContext,
  manifests: readonly Manifest[],
  enclosure: Enclosure,
): Promise<ReadonlyMap<Oid, number>> => {
  const sentBytes = new Map<Oid, number>();
  const failFast = createFailFast(signal);
  await forEachConcurrent(manifests, failFast, async (manifest) => {
    const bytes = encodeManifest(manifest);
    if (enclosure.take({ path: manifestPath(manifest.oid), bytes })) {
      sentBytes.set(manifest.oid, bytes.byteLength);
      return;
    }
    const put = await client.tree.put(repositoryId, manifestPath(manifest.oid), bytes, { signal: failFast.signal });
    if (put.isOk()) sentBytes.set(manifest.oid, bytes.byteLength);
    else if (!isFrozen(put.error)) throw problemOf(put.error);
  });
  return sentBytes;
};

/**
 * Sends the manifests, and the maps that are left, and has the objects verified and registered, all of them or, should one be refused, perhaps none: when this
 * returns, everyone can download them.
 */
export const register = async (
  context: TransferContext,
  files: readonly Registered[],
  enclosedMaps: readonly EnclosedFile[],
  stats: TransferStats,
): Promise<Registration> => {
  const { client, repositoryId, signal } = context;
  const objects = files.map(({ manifest: { oid, sizeBytes }, name }) => ({ oid, sizeBytes, name }));
  for (let attempt = 1; ; attempt += 1) {
    const enclosure = createEnclosure(enclosedMaps);
    const manifests = files.map(({ manifest }) => manifest);
    const sentBytes = await sendManifests(context, manifests, enclosure);
    const finalized = await client.tree.finalize(repositoryId, objects, { stats, files: enclosure.files, signal });
    if (finalized.isOk()) {
      const refusal = await untilVerified(context, objects, finalized.value);
      if (refusal !== undefined) return { kind: isGone(refusal) ? 'gone' : 'unverified', error: refusal };
      return { kind: 'registered', sentBytes };
    }
    if (isGone(finalized.error)) return { kind: 'gone', error: finalized.error };
    if (!isUnverified(finalized.error)) throw problemOf(finalized.error);
    if (attempt === maxAttempts) return { kind: 'unverified', error: finalized.error };
    await pause(Math.random() * maxJitterMs, signal);
  }
};

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await wait(ms, undefined, { signal }).catch(() => {
    throw ended();
  });
};

const firstPollMs = 250;
const maxPollMs = 5000;
/** A terabyte is verified in an hour or two; behind others it may take longer. */
const maxVerificationMs = 24 * 3_600_000;

/**
 * Asks again until the objects are registered: what is too large to be verified during a call is verified in the background. Answers why not, when the service has
 * dropped one: what it lacks then may have been collected while it waited.
 */
const untilVerified = async (
  { client, repositoryId, signal }: TransferContext,
  objects: readonly ObjectRequest[],
  first: Finalized,
): Promise<ApiError | undefined> => {
  let { pending } = first;
  let waitedMs = 0;
  for (let pollMs = firstPollMs; pending.length > 0; pollMs = Math.min(maxPollMs, 2 * pollMs)) {
    if (waitedMs > maxVerificationMs)
      throw new AgentProblem(`the service has not finished to verify ${pending.join(', ')}; it is sent, try again later`);
    await pause(pollMs, signal);
    waitedMs += pollMs;
    const waiting = new Set(pending);
    const asked = objects.flatMap(({ oid, sizeBytes }) => (waiting.has(oid) ? { oid, sizeBytes } : []));
    if (asked.length === 0) return undefined;
    const again = await client.tree.finalize(repositoryId, asked, { signal });
    if (again.isErr()) {
      if (isUnverified(again.error) || isGone(again.error)) return again.error;
      throw problemOf(again.error);
    }
    ({ pending } = again.value);
  }
  return undefined;
};
