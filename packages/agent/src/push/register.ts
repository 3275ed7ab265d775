import { setTimeout as wait } from 'node:timers/promises';
import type { ApiError, Finalized } from '@svc/client';
import { manifestPath, type TransferStats } from '@svc/core/model';
import { encodeManifest, type Manifest } from '@svc/core/packs';
import { AgentProblem } from '../agent-problem.js';
import { ended, problemOf } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';

/**
 * `unverified`: the service finds that the chunks do not make up the object. What it was told of chunks that it had may have been wrong. `gone`: chunks that were
 * there have been collected since, because nothing needed them; asked again, the service does not know them.
 */
export type Registration =
  | { readonly kind: 'registered'; readonly sentBytes: number }
  | { readonly kind: 'unverified' | 'gone'; readonly error: ApiError };

/** Every client that may push may replace a manifest until it is verified, so this client's own can be gone by then. */
const maxAttempts = 3;
const maxJitterMs = 500;

const isUnverified = ({ status, reason = '' }: ApiError): boolean =>
  status === 409 && ['not_uploaded', 'size_mismatch', 'checksum_mismatch', 'manifest_invalid', 'pack_invalid'].includes(reason);

const isGone = ({ status, reason }: ApiError): boolean => status === 409 && reason === 'chunks_gone';

/** Someone else's push of this object was verified meanwhile: it is there. */
const isFrozen = ({ status, reason }: ApiError): boolean => status === 409 && reason === 'manifest_frozen';

export interface RegisterOptions {
  readonly stats: TransferStats;
  /** What the object is called. */
  readonly name?: string | undefined;
}

/** Sends the manifest and has the object verified and registered: when this returns, everyone can download it. */
export const register = async (
  context: TransferContext,
  manifest: Manifest,
  { stats, name }: RegisterOptions,
): Promise<Registration> => {
  const { client, repositoryId, signal } = context;
  const { oid, sizeBytes } = manifest;
  const bytes = encodeManifest(manifest);
  for (let attempt = 1; ; attempt += 1) {
    const put = await client.tree.put(repositoryId, manifestPath(oid), bytes, { signal });
    if (put.isErr() && !isFrozen(put.error)) throw problemOf(put.error);
    const finalized = await client.tree.finalize(repositoryId, [{ oid, sizeBytes, name }], { stats, signal });
    if (finalized.isOk()) {
      const refusal = await untilVerified(context, manifest, finalized.value);
      if (refusal !== undefined) return { kind: isGone(refusal) ? 'gone' : 'unverified', error: refusal };
      return { kind: 'registered', sentBytes: put.isOk() ? bytes.byteLength : 0 };
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
 * Asks again until the object is registered: what is too large to be verified during a call is verified in the background. Answers why not, when the service has
 * dropped it: what it lacks then may have been collected while it waited.
 */
const untilVerified = async (
  { client, repositoryId, signal }: TransferContext,
  manifest: Manifest,
  first: Finalized,
): Promise<ApiError | undefined> => {
  const { oid, sizeBytes } = manifest;
  let { pending } = first;
  let waitedMs = 0;
  for (let pollMs = firstPollMs; pending.includes(oid); pollMs = Math.min(maxPollMs, 2 * pollMs)) {
    if (waitedMs > maxVerificationMs)
      throw new AgentProblem(`the service has not finished to verify ${oid}; it is sent, try again later`);
    await pause(pollMs, signal);
    waitedMs += pollMs;
    const again = await client.tree.finalize(repositoryId, [{ oid, sizeBytes }], { signal });
    if (again.isErr()) {
      if (isUnverified(again.error) || isGone(again.error)) return again.error;
      throw problemOf(again.error);
    }
    ({ pending } = again.value);
  }
  return undefined;
};
