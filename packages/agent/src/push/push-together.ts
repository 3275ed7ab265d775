import type { Oid } from '@svc/core';
import type { TransferStats } from '@svc/core/model';
import type { ProfileName } from '@svc/core/chunking';
import { packEntryBytes } from '@svc/core/packs';
import { AgentProblem } from '../agent-problem.js';
import { valueOf } from '../api-outcome.js';
import { createMeter } from '../meter.js';
import type { OnMoved } from '../small-together.js';
import { contextForSize, type TransferContext } from '../transfer-context.js';
import { hashFile } from '../verify/hash-file.js';
import type { Placement } from './placement.js';
import type { PushReport } from './push-report.js';
import { register, type Registered } from './register.js';
import { type FileOfGroup, sendTogether, type SentFile, type SentGroup } from './send-together.js';
import { UnreadableFile, withSource } from './source-file.js';
import { sumOf } from './tree-uploads.js';

export interface TogetherOptions {
  /** How to cut the files; each by its size, unless it is given. */
  readonly profile?: ProfileName | 'auto' | undefined;
  readonly nameOf: (path: string) => Promise<string | undefined>;
  readonly onUnreadable: (problem: UnreadableFile) => void;
  /** Told of each file that is stored, and where it stands in the group. */
  readonly onPushed: OnMoved<PushReport>;
}

/** The oids of those files that are stored already, by where they stand. Only what is as long as a stored object is hashed for that. */
const findStored = async (context: TransferContext, files: readonly FileOfGroup[]): Promise<ReadonlyMap<number, Oid>> => {
  const { client, repositoryId, signal } = context;
  const sizes = [...new Set(files.map(({ sizeBytes }) => sizeBytes))];
  const { knownSizes } = await valueOf(client.tree.lookUp(repositoryId, { sizes }, { signal }));
  const hashed = new Map<number, Oid>();
  for (const [at, { path, sizeBytes }] of files.entries()) {
    if (!knownSizes.has(sizeBytes)) continue;
    const oid = await withSource(context, path, (file) => hashFile(file, signal)).catch((fault: unknown) => {
      // It is opened once more, and told then.
      if (fault instanceof UnreadableFile) return undefined;
      throw fault;
    });
    if (oid !== undefined) hashed.set(at, oid);
  }
  if (hashed.size === 0) return hashed;
  const { objectSizes } = await valueOf(client.tree.lookUp(repositoryId, { oids: [...new Set(hashed.values())] }, { signal }));
  return new Map([...hashed].filter(([, oid]) => objectSizes.has(oid)));
};

const statsOf = ({ files, sender }: SentGroup, durationMs: number): TransferStats => {
  const all = [...files.values()];
  const counts = sumOf([sender.uploads, ...all.map(({ uploads }) => uploads)].map((uploads) => uploads.counts));
  const chunkCount = all.reduce((sum, { list }) => sum + list.chunkCount(), 0);
  const newChunks = all.reduce((sum, { fresh }) => sum + fresh.length, 0);
  return {
    durationMs,
    ingestMs: sender.ingestMs(),
    logicalBytes: all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    storedBytes: sender.storedBytes(),
    objectCount: new Set(all.map(({ oid }) => oid)).size,
    chunkCount,
    newChunks,
    reusedChunks: chunkCount - newChunks,
    filesPut: counts.filesPut,
    filesSkipped: counts.filesSkipped,
  };
};

/** What chunks occupy in their packs. */
const bytesInPacks = (placements: readonly Placement[]): number =>
  placements.reduce((sum, { own }) => sum + (own === undefined ? 0 : own.entry.storedBytes + packEntryBytes), 0);

/** What the service, as it is now, does not take of one file: it is told of that one when each is pushed alone. */
const isRefusal = (fault: unknown): boolean =>
  fault instanceof AgentProblem &&
  fault.status !== undefined &&
  fault.status >= 400 &&
  fault.status < 500 &&
  fault.status !== 429;

/**
 * Stores files as objects of the repository, as `pushFile` does with each, with requests that they share: one asks for all of them whether they are there, their
 * chunks are looked up and packed together, and they are registered by one call, which takes their maps and manifests along. Answers whether they are stored; if not, what was sent of them is found again when each is pushed alone.
 */
export const pushTogether = async (
  outer: TransferContext,
  group: readonly FileOfGroup[],
  { profile = 'auto', nameOf, onUnreadable, onPushed }: TogetherOptions,
): Promise<boolean> => {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const context = contextForSize(outer, Math.max(...group.map(({ sizeBytes }) => sizeBytes)));
  try {
    const stored = await findStored(context, group);
    const sent = await sendTogether(
      context,
      [...group.entries()].filter(([at]) => !stored.has(at)),
      profile,
    );
    const manifestBytes = await registerGroup(context, group, sent, { nameOf, durationMs: seconds() * 1000 });
    if (manifestBytes === undefined) return false;
    for (const problem of sent.problems) onUnreadable(problem);
    const told = new Set<Oid>();
    for (const [at, { path, sizeBytes }] of group.entries()) {
      const [oid, file] = [stored.get(at), sent.files.get(at)];
      if (oid !== undefined) {
        createMeter(context, path, sizeBytes).finish();
        onPushed(at, { oid, path, sizeBytes, chunks: 0, newChunks: 0, sentBytes: 0, storedBytes: 0, seconds: seconds() });
      }
      if (file === undefined) continue;
      file.meter.finish();
      const sentManifestBytes = told.has(file.oid) ? 0 : (manifestBytes.get(file.oid) ?? 0);
      told.add(file.oid);
      onPushed(at, { path, ...reportOf(file, sentManifestBytes), seconds: seconds() });
    }
    return true;
  } catch (fault) {
    if (isRefusal(fault)) return false;
    throw fault;
  }
};

const reportOf = (
  { oid, list, fresh, uploads, sizeBytes }: SentFile,
  sentManifestBytes: number,
): Omit<PushReport, 'path' | 'seconds'> => ({
  oid,
  sizeBytes,
  chunks: list.chunkCount(),
  newChunks: fresh.length,
  sentBytes: bytesInPacks(fresh.filter(({ own }) => own?.pack.isSent === true)) + uploads.counts.sentBytes + sentManifestBytes,
  storedBytes: bytesInPacks(fresh),
});

/** The bytes of the manifests that were sent; undefined when some object was not registered. */
const registerGroup = async (
  context: TransferContext,
  group: readonly FileOfGroup[],
  sent: SentGroup,
  { nameOf, durationMs }: Pick<TogetherOptions, 'nameOf'> & { readonly durationMs: number },
): Promise<ReadonlyMap<Oid, number> | undefined> => {
  const distinct = new Map<Oid, Registered>();
  for (const [at, { oid, list, profile, sizeBytes }] of sent.files) {
    const path = group[at]?.path;
    if (distinct.has(oid) || path === undefined) continue;
    distinct.set(oid, { manifest: { oid, sizeBytes, profile, maps: list.maps }, name: await nameOf(path) });
  }
  if (distinct.size === 0) return new Map();
  const { files: enclosedMaps } = sent.sender.enclosure;
  const outcome = await register(context, [...distinct.values()], enclosedMaps, statsOf(sent, durationMs));
  return outcome.kind === 'registered' ? outcome.sentBytes : undefined;
};
