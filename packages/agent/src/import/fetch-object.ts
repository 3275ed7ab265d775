import { setTimeout as wait } from 'node:timers/promises';
import { type ApiError, describeApiError, type LfsAction, type LfsEndpoint } from '@svc/client';
import { AgentProblem } from '../agent-problem.js';
import { ended } from '../api-outcome.js';
import { createMeter } from '../meter.js';
import { DamagedObject } from '../pull/damaged-object.js';
import { openPartFile } from '../pull/part-file.js';
import { createReceiver, type Receiver } from '../pull/receiver.js';
import { readOn, restart } from '../pull/whole-object.js';
import { isOver } from '../signed-url.js';
import type { TransferContext } from '../transfer-context.js';
import type { WantedObject } from './imported.js';

/** How often in a row a download may break off without having got further. */
const maxFailures = 4;
const baseDelayMs = 250;

/** What keeps everything from coming over; without a status, since that would be about one object. */
const problemOfSource = (error: ApiError): AgentProblem => {
  if (error.code === 'aborted') return ended();
  if (error.status === 401 || error.status === 403) {
    return new AgentProblem(
      `the source wants another login than git has for it (${error.status}); see git credential`,
      'setting',
    );
  }
  return new AgentProblem(`the source: ${describeApiError(error)}`, 'http');
};

/** What keeps one object from coming over, unless the source does not answer at all. */
const problemOfObject = (error: ApiError): AgentProblem =>
  error.status === 0 ? problemOfSource(error) : new AgentProblem(`the source answers ${error.status}`, 'http', error.status);

/** Where the source has an object. Throws an `AgentProblem` where it has not. */
export const askSource = async (
  source: LfsEndpoint,
  objects: readonly WantedObject[],
  signal: AbortSignal,
): Promise<(object: WantedObject) => LfsAction> => {
  const located = await source.locate(objects, { signal });
  if (located.isErr()) throw problemOfSource(located.error);
  const entries = located.value;
  const byOid = new Map(entries.map((entry) => [entry.oid, entry]));
  return ({ oid }) => {
    const { error, action } = byOid.get(oid) ?? {};
    if (error !== undefined)
      throw new AgentProblem(`the source answers ${error.code}: ${error.message}`, 'http', Number(error.code));
    if (action === undefined) throw new AgentProblem('the source says nothing of it', 'http', 404);
    return action;
  };
};

/** Receives an object, and goes on where it broke off. */
const receive = async (
  source: LfsEndpoint,
  object: WantedObject,
  receiver: Receiver,
  known: LfsAction,
  signal: AbortSignal,
): Promise<void> => {
  const { oid, sizeBytes } = object;
  const askAgain = async (): Promise<LfsAction> => (await askSource(source, [object], signal))(object);
  let action = known;
  for (let failures = 0; ;) {
    const before = receiver.sizeBytes();
    const opened = await source.open(action, before, { signal });
    if (opened.isErr()) {
      if (action !== known || !isOver(opened.error)) throw problemOfObject(opened.error);
      action = await askAgain();
      continue;
    }
    const download = opened.value;
    if (download.beginsAt !== before) await restart(download, receiver);
    await readOn(download, oid, sizeBytes, receiver, { receivedBytes: 0 }, signal).catch((fault: unknown) => {
      // It says that of the service.
      throw fault instanceof DamagedObject ? new AgentProblem(`it ${fault.what}`) : fault;
    });
    if (receiver.sizeBytes() === sizeBytes) return;
    failures = receiver.sizeBytes() > before ? 0 : failures + 1;
    if (failures >= maxFailures) throw new AgentProblem('the source breaks off when it sends it');
    await wait(Math.random() * baseDelayMs * 2 ** failures);
    if (signal.aborted) throw ended();
    // What it has said may have expired.
    action = await askAgain();
  }
};

/** Fetches an object of the source into a new file, which is there only when its SHA-256 is the oid. Throws an `AgentProblem`. */
export const fetchObject = async (
  context: Pick<TransferContext, 'fileSystem' | 'onProgress' | 'signal'>,
  source: LfsEndpoint,
  object: WantedObject,
  action: LfsAction,
  path: string,
): Promise<void> => {
  const { oid, sizeBytes, name } = object;
  const meter = createMeter(context, name, sizeBytes);
  const file = await openPartFile(context.fileSystem, path);
  try {
    const receiver = createReceiver(file, meter);
    if (sizeBytes > 0) await receive(source, object, receiver, action, context.signal);
    if (receiver.oid() !== oid) throw new AgentProblem('the source has other bytes, whose SHA-256 is not the oid');
    await file.publish();
    meter.finish();
  } finally {
    await file.discard();
  }
};
