import type { ManifestMap } from '@svc/core/packs';
import { expect } from 'chai';
import { readManifest, readMaps, UnusableList } from '../../src/pull/read-list.js';
import { pushFile } from '../../src/push/push-file.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

/** One more than are kept. */
const mapCount = 9;

describe('reading the chunk maps of a manifest', () => {
  let rig: TransferRig;
  const maps: ManifestMap[] = [];
  before(async () => {
    rig = await startTransferRig('read lists');
    for (let at = 0; at < mapCount; at += 1) {
      const { oid } = await pushFile(rig.context, await rig.file(`file ${at}`, rig.random.bytes(1000 + at)));
      const manifest = await readManifest(rig.context, oid, { receivedBytes: 0 });
      maps.push(...manifest.maps);
    }
    expect(maps).to.have.length(mapCount);
  });
  after(() => rig.close());

  const read = async (named: readonly ManifestMap[]) => {
    const traffic = { receivedBytes: 0 };
    const before = rig.service.count('GET chunks/maps/');
    const sizes: number[] = [];
    for await (const chunks of readMaps(rig.context, named, traffic))
      sizes.push(chunks.reduce((sum, { rawBytes }) => sum + rawBytes, 0));
    expect(sizes).to.deep.equal(named.map(({ sizeBytes }) => sizeBytes));
    return { requests: rig.service.count('GET chunks/maps/') - before, ...traffic };
  };

  it('fetches a map once that is named again and again, among a few others too', async () => {
    const few = maps.slice(0, 3);
    const once = await read(few);
    expect(once.requests).to.equal(few.length);
    expect(await read(Array.from({ length: 100 }, () => few).flat())).to.deep.equal(once);
  });

  it('keeps the last ones and no more of them', async () => {
    const [first] = maps;
    if (first === undefined) throw new Error('there is a map');
    expect((await read([...maps.slice(0, -1), first])).requests).to.equal(mapCount - 1);
    expect((await read([...maps, first])).requests).to.equal(mapCount + 1);
  });

  it('holds a map that it has kept against what the manifest says of it there', async () => {
    const [map] = maps;
    if (map === undefined) throw new Error('there is a map');
    for (const wrong of [
      { ...map, sizeBytes: map.sizeBytes + 1 },
      { ...map, chunkCount: map.chunkCount + 1 },
    ]) {
      const found = await read([map, wrong]).catch((fault: unknown) => fault);
      expect(found).to.be.instanceOf(UnusableList);
      expect(found).to.have.property('message', 'a chunk map does not fit its manifest');
    }
  });
});
