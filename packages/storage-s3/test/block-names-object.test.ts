import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { blockNamesBytes } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import { blockNamesKey, isObjectKey, type ObjectKey } from '@svc/core/model';
import { expect } from 'chai';
import { forSdk } from '../src/credentials.js';
import { noCapabilities } from '../src/probe-capabilities.js';
import { withStandIn, type StandInScene } from './rigs/stand-in-scene.js';
import { bytesAt, upload, valueOf, writeAll } from './rigs/values.js';

const strict = { mode: 'strict' } as const;
const blockHasher = portableCodec();
const asLarge = { blockHasher, limits: { smallBytes: 0 } };

const namesKeyOf = (blob: ObjectKey): ObjectKey => {
  const names = blockNamesKey(blob);
  if (names === undefined) throw new Error('invariant: names may lie beside a final blob');
  return names;
};

const keyOf = (text: string): ObjectKey => (isObjectKey(text) ? text : expect.fail(`${text} is no key`));

const classOf = async ({ options, server, bucket }: StandInScene, key: ObjectKey): Promise<string | undefined> => {
  const { region, endpoint } = server;
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: forSdk(options.credentials) });
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: `some/prefix/${key}` }));
    return head.StorageClass;
  } finally {
    client.destroy();
  }
};

describe('block names in S3', () => {
  it('cost one request more', () =>
    withStandIn(strict, { blockHasher }, async ({ store, server }) => {
      const { bytes, from, to, expected } = upload(100_000);
      await writeAll(store, from, bytes);
      server.forgetRequests();
      valueOf(await store.promote(from, to, expected));
      expect(server.totalRequests()).to.equal(5);
      expect(server.requests('PutObject')).to.equal(2);
    }));

  it('lie in the usual class, whatever the class of their object', () =>
    withStandIn(strict, { blockHasher, storageClass: 'STANDARD_IA' }, async (scene) => {
      const { bytes, from, to, expected } = upload(100_000);
      await writeAll(scene.store, from, bytes);
      valueOf(await scene.store.promote(from, to, expected));
      expect(await classOf(scene, to)).to.equal('STANDARD_IA');
      expect(await classOf(scene, namesKeyOf(to))).to.equal(undefined);
    }));

  it('are left out where the bucket does not take them, and the object is promoted all the same', () =>
    withStandIn(strict, asLarge, async ({ store, server }) => {
      const { bytes, from, to, expected } = upload(100_000);
      await writeAll(store, from, bytes);
      await server.inject({ kind: 'internal_error' }, { operations: ['CompleteMultipartUpload'] });
      valueOf(await store.promote(from, to, expected));
      await server.heal();
      expect(server.requests('AbortMultipartUpload')).to.be.greaterThan(0);
      expect(await bytesAt(store, to)).to.deep.equal(bytes);
      expect(await bytesAt(store, namesKeyOf(to))).to.equal(undefined);
    }));

  it('are not there where the bucket hashes a copy by itself, since nobody reads it', () =>
    withStandIn(strict, { ...asLarge, capabilities: { ...noCapabilities, copyComputesSha256: true } }, async ({ store }) => {
      const { bytes, from, to, expected } = upload(100_000);
      await writeAll(store, from, bytes);
      valueOf(await store.promote(from, to, expected));
      expect(await bytesAt(store, to)).to.deep.equal(bytes);
      expect(await bytesAt(store, namesKeyOf(to))).to.equal(undefined);
    }));

  it('are not listed where their blob is there, also when the bucket lists something between the two', () =>
    withStandIn(strict, { blockHasher }, async ({ store }) => {
      const { bytes, from, to, expected } = upload(100_000);
      await writeAll(store, from, bytes);
      valueOf(await store.promote(from, to, expected));
      const between = keyOf(`${to}-copy`);
      await writeAll(store, between, bytes);
      const listed = async (): Promise<readonly string[]> => {
        const keys: string[] = [];
        for await (const { key } of store.list(keyOf('ns'))) keys.push(key);
        return keys.sort();
      };
      expect(await listed()).to.deep.equal([to, between].sort());
      await writeAll(store, namesKeyOf(from), bytes);
      expect(await listed(), 'of staged bytes that are not there').to.deep.equal([to, between, namesKeyOf(from)].sort());
    }));

  it('are removed after their blob', () =>
    withStandIn(strict, { blockHasher }, async ({ store, server }) => {
      const { bytes, from, to, expected } = upload(100_000);
      await writeAll(store, from, bytes);
      valueOf(await store.promote(from, to, expected));
      // The first request is answered, and not done.
      await server.inject({ kind: 'garbage' }, { operations: ['DeleteObject'], times: 1 });
      valueOf(await store.remove(to));
      expect(await bytesAt(store, to)).to.deep.equal(bytes);
      expect(await bytesAt(store, namesKeyOf(to))).to.equal(undefined);
      valueOf(await store.remove(to));
      expect(await bytesAt(store, to)).to.equal(undefined);
    }));

  it('are of the copy that was hashed, and there only when its hash is right', () =>
    withStandIn(strict, asLarge, async ({ store }) => {
      const { bytes, wrong, from, to, expected } = upload(100_000);
      await writeAll(store, from, wrong);
      expect((await store.promote(from, to, expected)).isErr()).to.equal(true);
      expect(await bytesAt(store, namesKeyOf(to))).to.equal(undefined);
      await writeAll(store, from, bytes);
      valueOf(await store.promote(from, to, expected));
      expect((await bytesAt(store, namesKeyOf(to)))?.byteLength).to.equal(blockNamesBytes(expected));
    }));
});
