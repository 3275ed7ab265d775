import { expect } from 'chai';
import { err, ok } from 'neverthrow';
import { createMapList } from '../../../../src/formats/packs/index.js';
import { unavailable } from '../../../../src/model/app-error.js';
import { type StorageNamespace, trusted } from '../../../../src/model/values/index.js';
import type { FrozenManifest } from '../../../../src/use-cases/chunk-tree/read/frozen-manifest.js';
import { createManifestCache } from '../../../../src/use-cases/chunk-tree/read/manifest-cache.js';
import { oidOf, valueOf } from '../../../builders/world.js';

const namespace = trusted<StorageNamespace>('repositories/a');
const other = trusted<StorageNamespace>('repositories/b');

/** Takes 42 bytes for each 90 of its file, and 1 KiB besides. */
const manifestOf = (fileBytes: number): FrozenManifest => ({
  oid: oidOf('weights'),
  sizeBytes: 0,
  profile: 'fastcdc-16k',
  maps: createMapList(fileBytes),
});

const setUp = (maxBytes: number) => {
  const cached = createManifestCache(maxBytes);
  let loads = 0;
  const get = async (from: StorageNamespace, name: string, fileBytes = 9000) => {
    const before = loads;
    const answer = await cached(from, name, () => {
      loads += 1;
      return Promise.resolve(ok(manifestOf(fileBytes)));
    });
    expect(valueOf(answer).maps.memoryBytes).to.be.greaterThan(0);
    return loads - before;
  };
  return { cached, get };
};

describe('createManifestCache', () => {
  it('keeps manifests up to so many bytes, those that were used last', async () => {
    const { get } = setUp(3 * (1024 + 4200));
    for (const name of ['a', 'b', 'c']) expect(await get(namespace, name)).to.equal(1);
    expect(await get(namespace, 'a')).to.equal(0);
    expect(await get(namespace, 'd')).to.equal(1);
    expect(await Promise.all(['a', 'c', 'd'].map((name) => get(namespace, name)))).to.deep.equal([0, 0, 0]);
    expect(await get(namespace, 'b')).to.equal(1);
  });

  it('keeps nothing that is larger than all it may keep', async () => {
    const { get } = setUp(5000);
    expect(await get(namespace, 'large', 90_000)).to.equal(1);
    expect(await get(namespace, 'large', 90_000)).to.equal(1);
  });

  it('tells one repository nothing of the manifests of another', async () => {
    const { get } = setUp(1_000_000);
    expect(await get(namespace, 'a')).to.equal(1);
    expect(await get(other, 'a')).to.equal(1);
  });

  it('loads once for all who ask at once, and again after a load that failed', async () => {
    const { cached } = setUp(1_000_000);
    let loads = 0;
    const failing = async () => {
      loads += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return err(unavailable('storage'));
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => cached(namespace, 'a', failing)));
    expect(answers.every((answer) => answer.isErr())).to.equal(true);
    expect(loads).to.equal(1);
    const loaded = await cached(namespace, 'a', () => Promise.resolve(ok(manifestOf(90))));
    expect(loaded.isOk()).to.equal(true);
  });
});
