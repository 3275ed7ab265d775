import { type Application, type Oid } from '@svc/core';
import { defaultGcGraceMs, objectKey, stagingKey } from '@svc/core/model';
import { expect } from 'chai';
import { type Collected, type CollectedStep, layoutOf, pushGrantOf } from './collected-model.js';
import { joined } from './chunked-content.js';
import { Crash } from './collecting-faults.js';
import { bytesOf, oidOf, once, valueOf } from './history-objects.js';

/** Long enough to be cut into several chunks; the same in every run. */
const pieceOf = (seed: number): Uint8Array => {
  let state = seed + 1;
  return Uint8Array.from({ length: 20_000 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
};
/** Few, so that objects share most of theirs. */
const pieces = Array.from({ length: 5 }, (_, seed) => pieceOf(seed));
/** Reading them back is most of the work. */
const maxWhole = 4;

/** A client that knows nothing of chunks brings an object whole. */
export const pushWhole: CollectedStep = async ({ application, blobs, live, removed, whole, ...history }, random) => {
  if (whole.size >= maxWhole) return;
  const bytes = joined(Array.from({ length: 3 }, () => random.pick(pieces)));
  const oid = oidOf(bytes);
  if (live.has(oid)) return;
  const grant = history.repository.push;
  const { session } = valueOf(await application.uploads.open(grant, {}));
  const object = { oid, sizeBytes: bytes.byteLength };
  const authorized = await application.uploads.authorize(grant, { sessionId: session.id, objects: [object] });
  // The bytes of an earlier one may be being removed.
  if (authorized.isErr()) return;
  valueOf(await blobs.write(stagingKey(session.namespace, session.id, oid), once(bytes), bytes.byteLength));
  if ((await application.uploads.complete(grant, { sessionId: session.id, ...object })).isErr()) return;
  if ((await application.uploads.finalize(grant, { sessionId: session.id })).isErr()) return;
  live.add(oid);
  whole.add(oid);
  removed.delete(oid);
};

const wholeBytes = async (history: Collected, oid: Oid): Promise<Uint8Array | undefined> => {
  const opened = await history.blobs.read(objectKey(pushGrantOf(history).repository.namespace, oid));
  return opened.isOk() ? bytesOf(opened.value.body) : undefined;
};

/** Who has the URL of a whole object reads it until the grace is over, whatever becomes of the object meanwhile. */
export const readFormer = async (history: Collected): Promise<void> => {
  for (const [oid, until] of history.converted) {
    if (history.clock.now() >= until) history.converted.delete(oid);
    else
      expect(oidOf((await wholeBytes(history, oid)) ?? new Uint8Array()), 'the whole bytes of a converted object').to.equal(oid);
  }
};

const convertBy = async (history: Collected, application: Application): Promise<void> => {
  const { clock, told, underWay, live, whole, converted } = history;
  const begun = clock.now();
  try {
    const outcome = await application.maintenance.convertObjects();
    told.converted += outcome.isOk() ? (outcome.value?.objects ?? 0) : 0;
  } catch (fault) {
    if (!(fault instanceof Crash)) throw fault;
    await Promise.allSettled([...underWay]);
  }
  for (const oid of whole) {
    if (!live.has(oid) || (await layoutOf(history, oid)) !== 'chunks') continue;
    whole.delete(oid);
    converted.set(oid, begun + defaultGcGraceMs);
  }
};

export const convert: CollectedStep = async (history) => convertBy(history, history.application);
export const convertBadly: CollectedStep = async (history) => convertBy(history, history.faulty);
