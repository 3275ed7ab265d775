import { type Application, type Oid } from '@svc/core';
import { defaultGcGraceMs, objectKey, stagingKey } from '@svc/core/model';
import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { type Collected, type CollectedStep, layoutOf, pushGrantOf } from './collected-model.js';
import { Crash } from './collecting-faults.js';
import { bytesOf, joined, oidOf, once, valueOf } from './history-objects.js';

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
    const { objects = 0, restoredObjects = 0 } = outcome.isOk() ? (outcome.value ?? {}) : {};
    told.converted += objects;
    told.madeWhole += restoredObjects;
  } catch (fault) {
    if (!(fault instanceof Crash)) throw fault;
    await Promise.allSettled([...underWay]);
  }
  for (const oid of live) {
    // What a client has pushed in chunks stays in chunks.
    if (whole.has(oid) || (await layoutOf(history, oid)) !== 'whole') continue;
    expect(converted.has(oid) || history.cut.has(oid), 'whether the service itself has cut it').to.equal(true);
    whole.add(oid);
    converted.delete(oid);
  }
  for (const oid of whole) {
    if (!live.has(oid) || (await layoutOf(history, oid)) !== 'chunks') continue;
    whole.delete(oid);
    converted.set(oid, begun + defaultGcGraceMs);
    history.cut.add(oid);
  }
};

export const convert: CollectedStep = async (history) => convertBy(history, history.application);
export const convertBadly: CollectedStep = async (history) => convertBy(history, history.faulty);

/** Some objects are asked for so often that what is saved of them is not worth it, and the next look comes at once. */
export const downloadOften =
  (lookBy: CollectedStep): CollectedStep =>
  async (history, random) => {
    const { live, clock, ports } = history;
    const { repositoryId, organizationId } = pushGrantOf(history).repository;
    // What was counted before may be from longer ago than it takes to be cold: then this look counts anew, and the next one finds it hot.
    for (let looks = 2; looks > 0; looks -= 1) {
      const objects = [...live]
        .filter(() => random.integer(2) === 0)
        .map((oid) => ({ repositoryId, oid, downloads: 40, lastDownloadedAt: clock.now() }));
      valueOf(
        await ports.unitOfWork.transact(async ({ traffic, conversions }): Promise<Result<void, never>> => {
          await traffic.addDownloads({ egress: [], objects });
          await conversions.hasten(organizationId);
          return ok();
        }),
      );
      await lookBy(history, random);
    }
  };
