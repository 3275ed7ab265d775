import { expect } from 'chai';
import { okAsync } from 'neverthrow';
import { thrownOutage } from '../../../../src/model/blob-unreadable.js';
import { type ObjectKey, SECOND_MS } from '../../../../src/model/values/index.js';
import type { BlobReading } from '../../../../src/ports/blob-store.js';
import { createAssembledObjects } from '../../../../src/use-cases/chunk-tree/read/assembled-objects.js';
import { byosRepository, byosSetting, healthyConnection } from '../../../builders/byos.js';
import { createRepository } from '../../../builders/organization-setting.js';
import { buildObject, collect, sendObject } from '../../../builders/tree.js';
import { valueOf } from '../../../builders/world.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Objects of one content, in a customer's bucket and in the service's own storage, whose packs, or manifests, both keep sending a byte a second. */
const setUp = async (drips: (key: ObjectKey) => boolean) => {
  const setting = await byosSetting();
  const { world, owner, organization } = setting;
  const { clock } = world;
  const { connection } = await healthyConnection(setting);
  const theirs = await byosRepository(world, owner, organization.id, connection, 'Theirs');
  const repository = await createRepository(world, owner, organization.id, { name: 'Ours' });
  const ours = { repository, push: await world.grant(owner, repository.id, 'repository.push') };
  const object = buildObject([new Uint8Array(200).fill(7)]);
  for (const { push } of [theirs, ours]) {
    await sendObject(world, push, object);
    valueOf(await world.application.tree.finalize(push, { objects: [object] }));
  }
  const { blobs } = world.ports;
  const dripping = ({ sizeBytes, body }: BlobReading): BlobReading => ({
    sizeBytes,
    body: {
      async *[Symbol.asyncIterator]() {
        for (const byte of await collect(body)) {
          await new Promise<void>((resolve) => clock.after(SECOND_MS, resolve));
          yield Uint8Array.of(byte);
        }
      },
    },
  });
  const read: typeof blobs.read = (...given) =>
    blobs.read(...given).andThen((reading) => okAsync(drips(given[0]) ? dripping(reading) : reading));
  const { open } = createAssembledObjects({ ...world.ports, blobs: { ...blobs, read } });
  /** The bytes of a download, what it broke off with, or undefined when it still waits after so many seconds. */
  const download = async ({ namespace }: typeof repository, seconds: number): Promise<unknown> => {
    let outcome: unknown;
    const opening = open({ namespace, oid: object.oid }).andThen((opened) => opened.open());
    void opening
      .then(async (opened) => (opened.isErr() ? opened.error : collect(opened.value.body)))
      .then(
        (came) => (outcome = came),
        (fault: unknown) => (outcome = thrownOutage(fault) ?? fault),
      );
    for (let second = 0; second < seconds && outcome === undefined; second += 1) {
      clock.advance(SECOND_MS);
      for (let turns = 0; turns < 5; turns += 1) await turn();
    }
    return outcome;
  };
  return { download, theirs: theirs.repository, ours: ours.repository, object };
};

describe('a download out of a bucket that drips', () => {
  for (const [what, part] of Object.entries({ packs: '/chunks/packs/', manifests: '/manifests/' })) {
    it(`gives up the room that its readers share when its ${what} have come too slowly for a minute`, async () => {
      const { download, theirs } = await setUp((key) => key.includes(part));
      expect(await download(theirs, 59)).to.equal(undefined);
      expect(await download(theirs, 70)).to.include({ kind: 'unavailable', part: 'storage' });
    });
  }

  it('takes its time where the storage is the service’s own', async () => {
    const { download, ours, object } = await setUp((key) => key.includes('/chunks/packs/'));
    expect(await download(ours, 400)).to.deep.equal(object.content);
  });
});
