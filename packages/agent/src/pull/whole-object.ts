import { setTimeout as wait } from 'node:timers/promises';
import type { ApiError, DownloadPermission, OpenDownload } from '@svc/client';
import type { Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { ended, problemOf, valueOf } from '../api-outcome.js';
import { isOver } from '../signed-url.js';
import type { TransferContext } from '../transfer-context.js';
import { DamagedObject, RefusedObject } from './damaged-object.js';
import { type Lack, lackIn, lackProblem } from './lack.js';
import type { Receiver } from './receiver.js';
import type { Traffic } from './traffic.js';

/** How often in a row a download may break off without having got further. */
const maxFailures = 4;
/** And how often what a bucket lacks may be asked for: an object may just have been moved from where a URL leads. */
const maxLacks = 2;
const baseDelayMs = 250;
/** Pieces come in the sizes of the network, and are handed on in larger ones. */
const passedBytes = 1024 * 1024;

type Refusal = Extract<DownloadPermission, { readonly kind: 'refused' }>;

/** Where the object is, as the service has said it. */
export type KnownPlace = Omit<Exclude<DownloadPermission, Refusal>, 'expiresInSeconds'>;

export interface WholeOptions {
  /** What the service has said, when it was asked before; should that break off, or not hold any more, it is asked again. */
  readonly permission?: KnownPlace | Refusal | undefined;
}

/** What one URL has brought. */
interface Came {
  /** Before which byte what is wanted ends. */
  readonly end: number;
  /** The object's. */
  readonly sizeBytes: number;
  /** What the bucket lacks, if that is why not all of it came. */
  readonly lack: Lack | undefined;
}

/** What takes bytes of an object in order, from `sizeBytes()` on. */
type InOrder = Pick<Receiver, 'sizeBytes' | 'append' | 'restart'> & Partial<Pick<Receiver, 'expect'>>;

interface InOrderOptions extends WholeOptions {
  /** Before which byte of the object what is wanted ends; with the object, unless it is given. */
  readonly end?: number;
}

/** Receives what is behind `receiver.sizeBytes()` of an object in one piece, and goes on where it broke off. */
export const receiveInOrder = async (
  context: TransferContext,
  oid: Oid,
  receiver: InOrder,
  traffic: Traffic,
  options: InOrderOptions,
): Promise<void> => {
  let failures = 0;
  let known = options.permission;
  for (;;) {
    const before = receiver.sizeBytes();
    const mayBeOver = known !== undefined;
    const permission = known ?? (await askWhere(context, oid));
    known = undefined;
    const came = await receiveSome(context, oid, receiver, traffic, { ...options, permission, mayBeOver });
    if (came === 'over') continue;
    const { end, sizeBytes, lack } = came;
    if (receiver.sizeBytes() === end) return;
    failures = receiver.sizeBytes() > before ? 0 : failures + 1;
    if (lack !== undefined && failures >= maxLacks) throw lackProblem(lack, oid, receiver.sizeBytes(), sizeBytes);
    if (failures >= maxFailures) throw new AgentProblem(`the service breaks off when it sends ${oid}`);
    await wait(Math.random() * baseDelayMs * 2 ** failures);
    if (context.signal.aborted) throw ended();
  }
};

export const askWhere = async (
  { client, repositoryId, signal }: TransferContext,
  oid: Oid,
): Promise<DownloadPermission | undefined> => {
  const [entry] = await valueOf(client.downloads.authorize(repositoryId, [oid], { signal }));
  return entry;
};

/** Receives as much as comes. `over`: the URL does not hold any more, where it `mayBeOver`. Only where a URL leads elsewhere than to the service is it the object that is at fault. */
const receiveSome = async (
  { client, signal }: TransferContext,
  oid: Oid,
  receiver: InOrder,
  traffic: Traffic,
  { permission, end: wantedEnd, mayBeOver }: InOrderOptions & { readonly mayBeOver: boolean },
): Promise<Came | 'over'> => {
  if (permission?.oid !== oid) throw new AgentProblem(`the service says nothing of ${oid}`);
  if (permission.kind === 'refused') {
    if (permission.code === 'not_found') throw new RefusedObject(oid, permission.message);
    throw new AgentProblem(`${oid}: ${permission.message}`, 'http');
  }
  const { sizeBytes, downloadUrl } = permission;
  const end = wantedEnd ?? sizeBytes;
  receiver.expect?.(sizeBytes);
  const came = (lack?: Lack): Came => ({ end, sizeBytes, lack: downloadUrl.startsWith(`${client.baseUrl}/`) ? undefined : lack });
  if (receiver.sizeBytes() === end) return came();
  const opened = await client.downloads.open(downloadUrl, receiver.sizeBytes(), { end: wantedEnd, signal });
  if (opened.isErr()) {
    if (mayBeOver && isOver(opened.error)) return 'over';
    const refused = came(lackIn(opened.error));
    if (refused.lack === undefined) throw refusalOf(opened.error, oid);
    return refused;
  }
  const download = opened.value;
  if (download.beginsAt !== receiver.sizeBytes()) await restart(download, receiver);
  const ending = await readOn(download, oid, end, receiver, traffic, signal);
  return came(ending === 'end' ? 'rest' : undefined);
};

/** What the service itself does not find behind a URL that it gave out is lost, found damaged since, or removed. */
const refusalOf = (error: ApiError, oid: Oid): AgentProblem => {
  const problem = problemOf(error);
  return error.code === 'not_found' ? new RefusedObject(oid, problem.message) : problem;
};

/** Begins anew for a download that does. A receiver that cannot begin anew leaves no connection behind. */
export const restart = async ({ body }: OpenDownload, receiver: Pick<InOrder, 'restart'>): Promise<void> => {
  try {
    await receiver.restart();
  } catch (fault) {
    const pieces = body[Symbol.asyncIterator]();
    // What has not begun to be read is not ended by its return.
    await nextOf(pieces);
    await pieces.return?.();
    throw fault;
  }
};

/** Hands on what comes, until its end or until the connection breaks: says which of them. */
export const readOn = async (
  { body }: OpenDownload,
  oid: Oid,
  end: number,
  receiver: Pick<InOrder, 'sizeBytes' | 'append'>,
  traffic: Traffic,
  signal: AbortSignal,
): Promise<Ending> => {
  const pieces = body[Symbol.asyncIterator]();
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const pass = async (): Promise<void> => {
    await receiver.append(held);
    held = [];
    heldBytes = 0;
  };
  let next = await nextOf(pieces);
  try {
    for (; typeof next !== 'string'; next = await nextOf(pieces)) {
      held.push(next);
      heldBytes += next.byteLength;
      traffic.receivedBytes += next.byteLength;
      if (receiver.sizeBytes() + heldBytes > end)
        throw new DamagedObject(`the service sends more of ${oid} than there is to come`, 'came with more bytes than it has');
      if (heldBytes >= passedBytes) await pass();
    }
    await pass();
  } finally {
    await pieces.return?.();
  }
  if (signal.aborted) throw ended();
  return next;
};

/** How an answer ends: as it was to, or with the connection. */
type Ending = 'end' | 'broken';

const nextOf = async (pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array | Ending> => {
  try {
    const next = await pieces.next();
    return next.done === true ? 'end' : next.value;
  } catch {
    return 'broken';
  }
};
