import type { Oid } from '@svc/core';
import { defaultGcGraceMs, type QuarantineState, type TreePath } from '@svc/core/model';
import { expect } from 'chai';
import { type Collected, type CollectedStep, isPack, layoutOf, keyOf, pushGrantOf, readObject } from './collected-model.js';
import { bytesOf, once, valueOf } from './history-objects.js';

const adminOf = async ({ application, owner, repository }: Collected) =>
  valueOf(await application.authorize.repository(owner, repository.push.repository.repositoryId, 'repository.admin'));

/** Whole bytes of it that the service has written or keeps beside its chunks. */
const stateOfBytes = async (history: Collected, oid: Oid): Promise<QuarantineState | undefined> => {
  const { repositoryId } = pushGrantOf(history).repository;
  return valueOf(await history.unitOfWork.read(({ quarantine }) => quarantine.find(repositoryId, [oid]))).get(oid)?.state;
};

/** Whether it is removed now. It is to be asked for again while bytes of the object are being removed or written, as they are where a process died meanwhile. */
const remove = async (history: Collected, oid: Oid): Promise<boolean> => {
  const before = await stateOfBytes(history, oid);
  const answer = await history.application.objects.remove(await adminOf(history), { oid, isForced: false });
  if (answer.isOk()) return true;
  expect(answer.error).to.include({ kind: 'unavailable', part: 'storage' });
  expect([before, await stateOfBytes(history, oid)], 'what the bytes are about').to.include('deleting');
  return false;
};

export const removeObject: CollectedStep = async (history, random) => {
  const { live, removed, clock } = history;
  if (live.size === 0) return;
  const oid = random.pick([...live]);
  if (!(await remove(history, oid))) return;
  live.delete(oid);
  // One that was converted lately is removed as the whole one that it still is.
  history.whole.delete(oid);
  history.converted.delete(oid);
  removed.set(oid, clock.now() + defaultGcGraceMs);
};

export const restoreObject: CollectedStep = async (history, random) => {
  const { application, live, removed, told } = history;
  if (removed.size === 0) return;
  const oid = random.pick([...removed.keys()]);
  valueOf(await application.objects.restore(await adminOf(history), oid));
  const layout = await layoutOf(history, oid);
  removed.delete(oid);
  // Both at once: a conversion beside it looks at all that are live.
  live.add(oid);
  if (layout === 'whole') history.whole.add(oid);
  told.restored += 1;
};

/** Objects whose grace is over are forgotten, no others. */
export const reclaimRemoved: CollectedStep = async (history) => {
  const { application, removed, clock } = history;
  valueOf(await application.maintenance.reclaimQuarantined());
  const { items } = valueOf(await application.objects.listRemoved(await adminOf(history), { limit: 100 }));
  const left = new Set(items.map(({ object }) => object.oid));
  for (const [oid, keptUntil] of removed) {
    if (left.has(oid)) continue;
    expect(clock.now(), 'when a removed object is forgotten').to.be.at.least(keptUntil);
    removed.delete(oid);
  }
};

/** Everything that the database says is there is there, and the other way round. What a refused registration has copied is told, and nobody's. */
export const checkStorage = async ({ application }: Collected, repairs: boolean): Promise<number> => {
  const wrong: unknown[] = [];
  const { healed } = valueOf(
    await application.integrity.check({
      readData: { kind: 'all' },
      repairs,
      onFinding: (finding) => {
        const isCopy = finding.kind === 'orphan' && finding.key.includes('/objects/manifests/');
        if (!isCopy) wrong.push(finding);
      },
    }),
  );
  expect(wrong, 'what a check finds').to.deep.equal(repairs ? wrong : []);
  return healed;
};

const overwrite = async (history: Collected, path: TreePath, bytes: Uint8Array): Promise<void> =>
  valueOf(await history.blobs.write(keyOf(history, path), once(bytes), bytes.byteLength));

/** A pack that an object needs is damaged. That is noted, time passes for the collector, and the pack is sent again. */
export const damagePack =
  (meanwhile: CollectedStep): CollectedStep =>
  async (history, random) => {
    const { application, blobs, live, told } = history;
    if (live.size === 0) return;
    const packs = [...(await readObject(history, random.pick([...live])))].filter(isPack);
    if (packs.length === 0) return;
    const path = random.pick(packs);
    const sound = await bytesOf(valueOf(await blobs.read(keyOf(history, path))).body);
    await overwrite(
      history,
      path,
      sound.map((byte, at) => (at === 9 ? byte ^ 1 : byte)),
    );
    await checkStorage(history, true);
    await meanwhile(history, random);
    const body = { declaredBytes: sound.byteLength, bytes: once(sound) };
    valueOf(await application.tree.receive(pushGrantOf(history), path, body));
    told.healed += await checkStorage(history, true);
    await checkStorage(history, false);
  };
