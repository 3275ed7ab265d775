import type { Oid } from '@svc/core';
import type { TransferStats } from '@svc/core/model';
import { type ChunkProfile, profileForSize, type ProfileName, profiles } from '@svc/core/chunking';
import { targetPackBytes } from '@svc/core/packs';
import { AgentProblem } from '../agent-problem.js';
import { problemOf } from '../api-outcome.js';
import { createMeter, type Meter } from '../meter.js';
import { printable } from '../output/printable.js';
import { contextForSize, type TransferContext } from '../transfer-context.js';
import { hashFile } from '../verify/hash-file.js';
import { bytesOf } from './enclosure.js';
import { findStored, isStored, type Stored } from './find-stored.js';
import { prepareBase } from './prepare-base.js';
import type { PreviousVersions } from './previous-versions.js';
import type { PushReport } from './push-report.js';
import { register } from './register.js';
import { sendChunks, type SentChunks } from './send-chunks.js';
import { openSource, type SourceFile } from './source-file.js';

export interface PushOptions {
  /** How to cut the file; by its size, unless it is given. */
  readonly profile?: ProfileName | 'auto' | undefined;
  /** What the file's oid has to be, when that is known: the service finds out whether it is, and a file with other bytes is not registered. */
  readonly expectedOid?: Oid;
  /** Whether the service has just said that it lacks the object, so that it need not be asked. */
  readonly isLacking?: boolean;
  /** What the object is called, if the repository does not have it yet. */
  readonly name?: string | undefined;
  /** Objects that earlier versions of the file are, where that is known. */
  readonly previous?: PreviousVersions | undefined;
  /** The size of packs; 32 MiB, unless it is given. */
  readonly packBytes?: number;
}

/**
 * Stores a file as an object of the repository. When it returns, the object is durable, verified by the service and visible to everyone who may pull.
 * Sends only what the repository lacks; done again after a failure it sends no pack again that has arrived, unless all there is to send is less than 1 MiB. Throws an `AgentProblem`.
 */
export const pushFile = async (outer: TransferContext, path: string, options: PushOptions = {}): Promise<PushReport> => {
  const startedAt = performance.now();
  const file = await openSource(outer.fileSystem, path);
  try {
    const context = contextForSize(outer, file.sizeBytes);
    const seconds = (): number => (performance.now() - startedAt) / 1000;
    const meter = createMeter(context, path, file.sizeBytes);
    const facts = { path, sizeBytes: file.sizeBytes };
    const { profile: profileName = 'auto' } = options;
    const profile = profileName === 'auto' ? profileForSize(file.sizeBytes) : profiles[profileName];
    const stored = options.isLacking === true ? isNot : await findStored(context, file, { oid: options.expectedOid, profile });
    if (stored.is === 'stored') {
      meter.finish();
      return { oid: stored.oid, ...facts, ...nothingNew, sentBytes: 0, seconds: seconds() };
    }
    await prepareBase(context, file, { profile, previous: options.previous });
    const sent = await sendAndRegister(context, file, options, { profile, mayBeStored: stored.is === 'maybe', meter, seconds });
    meter.finish();
    return { ...sent, ...facts, seconds: seconds() };
  } finally {
    await file.close();
  }
};

const isNot: Stored = { is: 'no' };
const nothingNew = { chunks: 0, newChunks: 0, storedBytes: 0 };

type Sent = Pick<PushReport, 'oid' | 'chunks' | 'newChunks' | 'sentBytes' | 'storedBytes'>;

interface Sending {
  readonly profile: ChunkProfile;
  /** Whether the repository may have the very object. */
  readonly mayBeStored: boolean;
  readonly meter: Meter;
  readonly seconds: () => number;
}

/** So often chunks that the service told of may be collected before the object is registered. */
const maxGone = 2;

/**
 * Tries it again when chunks that were there before are gone: the service is asked anew which it has. Tries it once more without relying on any of them: should
 * one be damaged, it is stored anew.
 */
const sendAndRegister = async (
  context: TransferContext,
  file: SourceFile,
  { packBytes = targetPackBytes, expectedOid, name }: PushOptions,
  { profile, mayBeStored, meter, seconds }: Sending,
): Promise<Sent> => {
  let trustLookUps = true;
  for (let gone = 0; ;) {
    const sent = await sendChunks(context, file, { profile, packBytes, expectedOid, trustLookUps, onStored: meter.add });
    await file.checkUnchanged();
    const { oid, maps, chunkCount, newChunks, storedBytes, counts, enclosed } = sent;
    const { sentBytes } = counts;
    if (mayBeStored && (await isStored(context, oid))) {
      return { oid, ...nothingNew, sentBytes: sentBytes - bytesOf(enclosed) };
    }
    const manifest = { oid, sizeBytes: file.sizeBytes, profile: profile.name, maps };
    const outcome = await register(context, [{ manifest, name }], enclosed, statsOf(file, sent, seconds()));
    if (outcome.kind === 'registered') {
      const sentManifestBytes = outcome.sentBytes.get(oid) ?? 0;
      return { oid, chunks: chunkCount, newChunks, storedBytes, sentBytes: sentBytes + sentManifestBytes };
    }
    if (outcome.kind === 'unverified' && expectedOid !== undefined) await expectOid(file, expectedOid, context.signal);
    if (outcome.kind === 'gone' && gone < maxGone) gone += 1;
    else if (trustLookUps && newChunks < chunkCount) trustLookUps = false;
    else throw problemOf(outcome.error);
    meter.restart();
  }
};

/** Nobody has hashed the file here. When the service does not find what the oid stands for, it may be the file that has other bytes. */
const expectOid = async (file: SourceFile, expectedOid: Oid, signal: AbortSignal): Promise<void> => {
  if ((await hashFile(file, signal)) === expectedOid) return;
  throw new AgentProblem(`${printable(file.path)} has other bytes than ${expectedOid} stands for`);
};

const statsOf = (file: SourceFile, sent: SentChunks, seconds: number): TransferStats => ({
  durationMs: seconds * 1000,
  ingestMs: sent.ingestMs,
  logicalBytes: file.sizeBytes,
  storedBytes: sent.storedBytes,
  objectCount: 1,
  chunkCount: sent.chunkCount,
  newChunks: sent.newChunks,
  reusedChunks: sent.chunkCount - sent.newChunks,
  filesPut: sent.counts.filesPut,
  filesSkipped: sent.counts.filesSkipped,
});
