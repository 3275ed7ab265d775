import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import type { RegisteredObject } from '../../../src/ports/records/integrity-records.js';
import { nothingInspected } from '../../../src/use-cases/integrity/check-storage.js';
import { createFaultyPaths } from '../../../src/use-cases/integrity/inspect-blob.js';
import { ask, type Inspection } from '../../../src/use-cases/integrity/inspection.js';
import { createTreeInspection } from '../../../src/use-cases/integrity/object-tree.js';
import { buildObject, sendObject } from '../../builders/tree.js';
import { createWorld, valueOf, withRepository } from '../../builders/world.js';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));

describe('createTreeInspection', () => {
  it(`finds sound objects sound that are looked at beside each other while packs are forgotten (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    const world = createWorld();
    const { push } = await withRepository(world);
    const chunks = (count: number) => Array.from({ length: count }, () => random.bytes(20 + random.integer(60)));
    const shared = chunks(4);
    const first = buildObject(shared, { chunksPerPack: 2, chunksPerMap: 2 });
    // Each waits for another number of packs, so that some begin with a map while others are in the middle of one.
    const others = Array.from({ length: 6 }, (_, at) =>
      buildObject([...shared, ...chunks(20)], { chunksPerPack: 1, chunksPerMap: 5 + at, present: first.packs }),
    );
    for (const object of [first, ...others]) {
      await sendObject(world, push, object);
      valueOf(await world.application.tree.finalize(push, { objects: [object] }));
    }
    const inspection: Inspection = {
      ports: world.ports,
      isRead: () => false,
      repairs: false,
      report: () => undefined,
      inspected: nothingInspected(),
      readsPacksOfObjects: true,
      rowsPerSlice: 100,
      blobsAtOnce: 7,
      pace: () => undefined,
    };
    const repository = await ask(inspection, ({ repositories }) => repositories.find(push.repository.repositoryId));
    if (repository === undefined) throw new Error('the repository is there');
    const objects = await ask(inspection, ({ integrity }) => integrity.listObjects(repository.id, undefined, 100));
    const findFault = createTreeInspection(inspection, repository, createFaultyPaths(), 2);
    const faultOf = ({ manifestSha256 = '', ...object }: RegisteredObject) => findFault({ ...object, manifestSha256 });
    const [known] = objects.filter(({ oid }) => oid === first.oid);
    const faults = [known && (await faultOf(known)), ...(await Promise.all(objects.map(faultOf)))];
    expect(faults).to.deep.equal([undefined, ...objects.map(() => undefined)]);
  });
});
