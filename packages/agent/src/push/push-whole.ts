import { createHash } from 'node:crypto';
import type { LfsBatchEntry } from '@svc/client';
import type { Oid } from '@svc/core';
import { maxSmallBytes } from '@svc/core/model';
import { AgentProblem } from '../agent-problem.js';
import { problemOf, valueOf } from '../api-outcome.js';
import type { FileSystem } from '../file-system.js';
import { createMeter } from '../meter.js';
import { printable } from '../output/printable.js';
import { createFailFast } from '../pipeline/fail-fast.js';
import { forEachConcurrent } from '../pipeline/for-each-concurrent.js';
import type { OnMoved } from '../small-together.js';
import type { TransferContext } from '../transfer-context.js';
import { isOver } from '../signed-url.js';
import { oidOf } from '../verify/hash-file.js';
import type { ObjectNames } from './object-names.js';
import type { PushReport } from './push-report.js';
import { changedWhileRead, UnreadableFile, withSource } from './source-file.js';

/** A file that was read, and is sent as it was then. */
interface ReadFile {
  /** Where it stands among the paths. */
  readonly at: number;
  readonly path: string;
  readonly oid: Oid;
  readonly bytes: Uint8Array;
}

const readFile = (fileSystem: FileSystem, path: string, at: number): Promise<ReadFile> =>
  withSource({ fileSystem }, path, async (file) => {
    const bytes = Buffer.allocUnsafe(Math.min(file.sizeBytes, maxSmallBytes));
    const length = await file.read(bytes, 0);
    await file.checkUnchanged();
    if (length !== file.sizeBytes) throw changedWhileRead(path);
    return { at, path, bytes, oid: oidOf(createHash('sha256').update(bytes).digest('hex')) };
  });

/** Those that can be read, a few open at a time; without somebody to tell of the others the first one of these is the end. */
const readFiles = async (
  { fileSystem, signal }: Pick<TransferContext, 'fileSystem' | 'signal'>,
  paths: readonly string[],
  onUnreadable: PushWholeOptions['onUnreadable'],
): Promise<readonly ReadFile[]> => {
  const read = new Map<number, ReadFile | UnreadableFile>();
  await forEachConcurrent([...paths.entries()], createFailFast(signal), async ([at, path]) => {
    try {
      read.set(at, await readFile(fileSystem, path, at));
    } catch (fault) {
      if (!(fault instanceof UnreadableFile) || onUnreadable === undefined) throw fault;
      read.set(at, fault);
    }
  });
  const files: ReadFile[] = [];
  for (const at of paths.keys()) {
    const each = read.get(at);
    if (each instanceof UnreadableFile) onUnreadable?.(each);
    else if (each !== undefined) files.push(each);
  }
  return files;
};

/** Where each of the files goes, or that it is stored already. */
const askWhere = async (
  { client, repositoryId, signal }: TransferContext,
  files: readonly ReadFile[],
  nameOf: ObjectNames,
): Promise<ReadonlyMap<Oid, LfsBatchEntry>> => {
  const objects = await Promise.all(
    files.map(async ({ path, oid, bytes }) => ({ oid, sizeBytes: bytes.byteLength, name: await nameOf(path) })),
  );
  const request = { operation: 'upload', transfers: ['basic'], objects } as const;
  const { entries } = await valueOf(client.lfs.batch(repositoryId, request, { signal }));
  return new Map(entries.map((entry) => [entry.oid, entry]));
};

/**
 * Whether the file had to be sent. When it returns, the object is durable, verified by the service and registered. `askAgain`: where it goes, should its URLs
 * not hold any more.
 */
const send = async (
  context: Pick<TransferContext, 'client' | 'signal'>,
  file: ReadFile,
  entry: LfsBatchEntry | undefined,
  askAgain?: () => Promise<LfsBatchEntry | undefined>,
): Promise<boolean> => {
  const { client, signal } = context;
  const { path, oid, bytes } = file;
  if (entry === undefined) throw new AgentProblem(`the service says nothing of ${printable(path)}`);
  const { error, action, verify } = entry;
  if (error !== undefined) throw new AgentProblem(`${printable(path)}: ${error.message}`, 'http', Number(error.code));
  if (action === undefined) return false;
  const uploaded = await client.lfs.upload(action, bytes, { signal });
  const stored =
    uploaded.isErr() || verify === undefined
      ? uploaded
      : await client.lfs.verify(verify, { oid, sizeBytes: bytes.byteLength }, { signal });
  if (stored.isOk()) return true;
  if (askAgain === undefined || !isOver(stored.error)) throw problemOf(stored.error);
  return send(context, file, await askAgain());
};

export interface PushWholeOptions {
  /** What every file's oid has to be, when that is known. */
  readonly expectedOid?: Oid;
  /** Where the one object goes, when the service has said so. */
  readonly entry?: LfsBatchEntry | undefined;
  /** What the objects are called that the repository does not have yet; nothing, unless it is given. */
  readonly nameOf?: ObjectNames | undefined;
  /** Told of each file that cannot be read, while the others go on; without it the first one is the end. */
  readonly onUnreadable?: (problem: UnreadableFile) => void;
  /** Told of each file that is stored, and where it stands among the paths, whatever becomes of the others. */
  readonly onPushed?: OnMoved<PushReport>;
}

/**
 * Stores small files as whole objects of the repository, by the way of Git LFS: one counted request for all of them. When it returns, they are durable,
 * verified by the service and visible to everyone who may pull. Done again after a failure it sends what is missing. Throws an `AgentProblem`.
 */
export const pushWhole = async (
  context: TransferContext,
  paths: readonly string[],
  options: PushWholeOptions = {},
): Promise<void> => {
  const { expectedOid, entry, nameOf = async () => undefined, onUnreadable, onPushed = () => undefined } = options;
  const startedAt = performance.now();
  const files = await readFiles(context, paths, onUnreadable);
  if (files.length === 0) return;
  const other = files.find(({ oid }) => expectedOid !== undefined && oid !== expectedOid);
  if (other !== undefined) throw new AgentProblem(`${printable(other.path)} has other bytes than ${expectedOid} stands for`);
  const first = new Map(files.toReversed().map((file) => [file.oid, file]));
  const distinct = files.filter((file) => first.get(file.oid) === file);
  const entries = entry === undefined ? await askWhere(context, distinct, nameOf) : new Map([[entry.oid, entry]]);
  const failFast = createFailFast(context.signal);
  await forEachConcurrent(distinct, failFast, async (file) => {
    const sending = { ...context, signal: failFast.signal };
    const askAgain = async () => (await askWhere(sending, [file], nameOf)).get(file.oid);
    const isSent = await send(sending, file, entries.get(file.oid), askAgain);
    const seconds = (performance.now() - startedAt) / 1000;
    for (const same of files) {
      const { at, path, oid, bytes } = same;
      if (oid !== file.oid) continue;
      const sizeBytes = bytes.byteLength;
      const sentBytes = isSent && same === file ? sizeBytes : 0;
      createMeter(context, path, sizeBytes).finish();
      onPushed(at, { oid, path, sizeBytes, chunks: 0, newChunks: 0, sentBytes, storedBytes: sentBytes, seconds });
    }
  });
};
