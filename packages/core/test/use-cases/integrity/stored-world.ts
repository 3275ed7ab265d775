import type { SeededRandom } from '@svc/conformance';
import { ok } from 'neverthrow';
import type { Granted } from '../../../src/access/grant.js';
import type { Finding } from '../../../src/model/integrity/finding.js';
import type { StoredObject } from '../../../src/model/objects/stored-object.js';
import { frozenManifestPath, type ObjectKey, objectKey, type Oid, treeKey, trusted } from '../../../src/model/values/index.js';
import type { Records } from '../../../src/ports/unit-of-work.js';
import type { CheckStorage } from '../../../src/use-cases/integrity/check-storage.js';
import { buildObject, type BuiltObject, joinBytes, sendObject, sha256Of } from '../../builders/tree.js';
import { createWorld, valueOf, type World, withRepository } from '../../builders/world.js';

type Push = Granted<'repository.push'>;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes);
}

/** Puts bytes into the store, behind the service's back. */
export const putBytes = async ({ blobs }: World, key: ObjectKey, bytes: Uint8Array): Promise<void> =>
  valueOf(await blobs.write(key, once(bytes), bytes.byteLength));

export const bytesAt = async ({ blobs }: World, key: ObjectKey): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of valueOf(await blobs.read(key)).body) pieces.push(piece.slice());
  return joinBytes(pieces);
};

export const change = async (world: World, work: (records: Records) => Promise<unknown>): Promise<void> => {
  valueOf(
    await world.unitOfWork.transact(async (records) => {
      await work(records);
      return ok(undefined);
    }),
  );
};

/** Registers objects that are stored whole, all at once, with their bytes and what they cost. */
export const storeWhole = async (world: World, push: Push, contents: readonly Uint8Array[]): Promise<readonly ObjectKey[]> => {
  const { repositoryId, organizationId, namespace } = push.repository;
  const objects = contents.map((content): StoredObject => {
    const sizeBytes = content.byteLength;
    const facts = {
      layout: 'whole',
      name: undefined,
      type: 'other',
      uploadedBy: push.caller.userId,
      createdAt: world.clock.now(),
    } as const;
    return { oid: trusted<Oid>(sha256Of(content)), sizeBytes, physicalBytes: sizeBytes, ...facts };
  });
  const bytes = objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await change(world, async (records) => {
    await records.objects.add(repositoryId, objects);
    await records.usage.charge({
      organizationId,
      repositoryId,
      sessionId: undefined,
      storageMode: 'managed',
      reason: 'upload_session.finalized',
      bytes,
      objects: objects.length,
      at: world.clock.now(),
    });
  });
  const keys = objects.map(({ oid }) => objectKey(namespace, oid));
  for (const [at, content] of contents.entries()) await putBytes(world, keys[at] ?? trusted(''), content);
  return keys;
};

/** What the object needs, by its keys. */
const keysOfTree = ({ repository: { namespace } }: Push, { packs, maps, manifest }: BuiltObject): readonly ObjectKey[] =>
  [...packs.map(({ path }) => path), ...maps.map(({ path }) => path), frozenManifestPath(sha256Of(manifest.bytes))].map((path) =>
    treeKey(namespace, path),
  );

/** A world with one repository, some whole objects and some objects in chunks, two of which share packs. */
export const storedWorld = async (random: SeededRandom, wholeCount = 12) => {
  const world = createWorld();
  const { push, organization } = await withRepository(world);
  const contents = Array.from({ length: wholeCount }, () => random.bytes(1 + random.integer(300)));
  const whole = await storeWhole(world, push, contents);
  const chunks = (count: number) => Array.from({ length: count }, () => random.bytes(20 + random.integer(60)));
  const shared = chunks(4);
  const first = buildObject([...shared, ...chunks(4)], { chunksPerPack: 4, chunksPerMap: 3 });
  const second = buildObject([...chunks(3), ...shared], { chunksPerPack: 4, chunksPerMap: 3, present: first.packs });
  const third = buildObject(chunks(5), { chunksPerPack: 2, chunksPerMap: 2 });
  const trees = [first, second, third];
  for (const object of trees) {
    await sendObject(world, push, object);
    valueOf(await world.application.tree.finalize(push, { objects: [object] }));
  }
  /** By the objects in chunks: what they need. `second` lies in a pack of `first`, too. */
  const needs = new Map(trees.map((tree) => [tree.oid, new Set(keysOfTree(push, tree))]));
  for (const key of keysOfTree(push, { ...first, maps: [], packs: first.packs.slice(0, 1) }).slice(0, 1))
    needs.get(second.oid)?.add(key);
  return { world, push, organization, whole, trees, needs };
};

/** Checks all that is stored; answers what was found. */
export const check = async (world: World, command: Partial<CheckStorage> = {}) => {
  const findings: Finding[] = [];
  const onFinding = (finding: Finding): void => void findings.push(finding);
  const summary = valueOf(
    await world.application.integrity.check({ readData: { kind: 'all' }, repairs: false, onFinding, ...command }),
  );
  return { findings, summary };
};
