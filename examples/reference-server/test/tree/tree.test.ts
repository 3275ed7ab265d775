import { createNodeCodec } from '@svc/codec-node';
import type { ChunkCodec } from '@svc/core/ports';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { basename } from 'node:path';
import { type ByteServer, startByteServer } from '../bytes/byte-server.js';
import { uploadPaths } from '../bytes/upload-path.js';
import { type Answer, ConnectionLost, expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { bytesNamed, named } from '../client/test-object.js';
import { downloadsAnswer, errorAnswer } from '../client/wire.js';
import { createTreeClient, type TreeClient } from './tree-client.js';
import { type TreeObject, treeObjectOf } from './tree-object.js';

type TestChunk = TreeObject['chunks'][number];

const KIB = 1024;

/** Noise, text that compresses, and numbers whose bytes do so by planes: chunks of every encoding. */
const mixedBytes = (name: string, size: number): Buffer => {
  const third = Math.floor(size / 3);
  const text = Buffer.from(`${name} says the same again and again, line after line\n`.repeat(third / 20)).subarray(0, third);
  const numbers = new Float32Array(Math.floor(third / 4)).map((_, at) => Math.sin(at) * 1000);
  return Buffer.concat([bytesNamed(name, size - text.byteLength - numbers.byteLength), text, Buffer.from(numbers.buffer)]);
};

describe('the chunk tree of a real server', () => {
  let codec: ChunkCodec;
  let bytes: ByteServer;
  let repository: RepositoryClient;
  let tree: TreeClient;
  before(async () => {
    codec = await createNodeCodec();
    bytes = await startByteServer();
  });
  after(() => bytes.close());
  beforeEach(async () => {
    repository = await bytes.newRepository();
    tree = createTreeClient(repository, bytes.server.baseUrl, bytes.server.adminToken);
  });

  const downloadUrl = async (oid: string): Promise<string> => {
    const answer = await repository.api.call('POST', `/repositories/${repository.id}/downloads/authorize`, {
      objects: [{ oid }],
    });
    return read(answer, 200, downloadsAnswer).objects[0]?.download_url ?? '';
  };
  const get = (url: string, range?: string): Promise<Answer> =>
    repository.api.exchange({ method: 'GET', url, headers: range === undefined ? {} : { Range: range } });

  it('gives an object that came in chunks through downloads/authorize and Git LFS, whole and in ranges', async () => {
    const object = treeObjectOf(codec, mixedBytes('whole and in ranges', 6_000_000));
    expect(object.packs.length).to.be.greaterThan(1);
    expect(new Set(object.chunks.map(({ encoding }) => encoding)).size).to.be.greaterThan(2);
    expect(await tree.push(object)).to.deep.equal({ generation: 1, objects: 1 });
    await repository.expectDownload(object);
    expect(await repository.objects()).to.deep.equal([named(object)]);

    const lfs = (await repository.entry('download', object)).actions?.download?.href ?? '';
    const last = object.size - 1;
    for (const url of [await downloadUrl(object.oid), lfs]) {
      for (const [first, end] of [
        [0, 0],
        [last, last],
        [1, 3_000_000],
        [2_999_999, 4_000_001],
        [0, last],
      ] as const) {
        const part = expectStatus(await get(url, `bytes=${first}-${end}`), 206);
        expect(part.headers['content-range']).to.equal(`bytes ${first}-${end}/${object.size}`);
        expect(part.bytes.equals(object.bytes.subarray(first, end + 1)), `${first}-${end}`).to.equal(true);
      }
      const suffix = expectStatus(await get(url, 'bytes=-1000'), 206);
      expect(suffix.bytes.equals(object.bytes.subarray(-1000))).to.equal(true);
      expectStatus(await get(url, `bytes=${object.size}-`), 416);
    }
  });

  it('keeps it across a restart, and needs of the next version only what is new', async () => {
    const content = mixedBytes('versions', 4_000_000);
    const first = treeObjectOf(codec, content);
    await tree.push(first);
    const before = await repository.usage();
    const second = treeObjectOf(codec, Buffer.concat([bytesNamed('in front', 1000), content]));
    const known = await repository.api.call('POST', `/repositories/${repository.id}/lfs/objects/chunks`, {
      chunks: second.chunks.map(({ name }) => name),
      sizes: [first.size, second.size],
    });
    const found: unknown = JSON.parse(known.bytes.toString());
    expect(found).to.have.property('sizes').that.deep.equals([first.size]);
    expect(found)
      .to.have.property('chunks')
      .with.length.greaterThan(second.chunks.length * 0.9);

    await bytes.server.stop();
    await bytes.server.start();
    await repository.expectDownload(first);
    // The same packs again cost nothing; those of the new version are charged by what they hold.
    await tree.push(second);
    await repository.expectDownload(second);
    const after = await repository.usage();
    expect(after.object_count).to.equal(2);
    expect(after.logical_bytes).to.equal(first.size + second.size);
    expect(after.physical_bytes).to.be.greaterThan(before.physical_bytes);
  });

  it('takes an object that came whole too, and the other way round, without a second upload', async () => {
    for (const [at, path] of uploadPaths.entries()) {
      const object = treeObjectOf(codec, mixedBytes(`cross ${at}`, 500_000), 100 * KIB);
      const begun = await path.begin(repository, object);
      expectStatus(await begun.put(object.bytes), 200);
      expectStatus(await begun.verify(), path.verifiedStatus);
      await begun.publish();
      await tree.push(object);
      await repository.expectDownload(object);

      const inChunks = treeObjectOf(codec, mixedBytes(`cross back ${at}`, 500_000), 100 * KIB);
      await tree.push(inChunks);
      expect((await repository.entry('upload', inChunks)).actions).to.equal(undefined);
      await repository.expectDownload(inChunks);
    }
  });

  it('takes the empty object', async () => {
    const empty = treeObjectOf(codec, Buffer.alloc(0));
    expect(empty.maps).to.deep.equal([]);
    await tree.push(empty);
    await repository.expectDownload(empty);
  });

  it('delivers nothing that looks complete when one bit of a stored pack has flipped, says so in the log, and gives no more of it', async () => {
    const object = treeObjectOf(codec, mixedBytes('flipped', 5_000_000));
    await tree.push(object);
    const url = await downloadUrl(object.oid);
    const lfs = (await repository.entry('download', object)).actions?.download?.href ?? '';
    const rangeOf = (chunk: TestChunk): string => {
      const begin = object.chunks.slice(0, object.chunks.indexOf(chunk)).reduce((sum, { rawBytes }) => sum + rawBytes, 0);
      return `bytes=${begin}-${begin + chunk.rawBytes - 1}`;
    };
    const whole = (): undefined => undefined;
    const middle = Math.floor(object.chunks.length / 2);
    const reads: readonly (readonly [number, string, (chunk: TestChunk) => string | undefined])[] = [
      [0, lfs, whole],
      [middle, url, whole],
      [middle, url, rangeOf],
      [object.chunks.length - 1, lfs, whole],
      [object.chunks.length - 1, lfs, rangeOf],
    ];
    for (const [index, source, toRange] of reads) {
      const chunk = object.chunks[index];
      if (chunk === undefined) throw new Error('the object has chunks');
      const range = toRange(chunk);
      const key = `repositories/${repository.id}/cas/chunks/packs/${chunk.pack}`;
      const good = await bytes.server.place.blob(key);
      if (good === undefined) throw new Error('the pack is stored');
      const flipped = Buffer.from(good);
      const at = chunk.offset + Math.floor(chunk.storedBytes / 2);
      flipped[at] = (flipped[at] ?? 0) ^ 0x10;
      await bytes.server.place.replaceBlob(key, flipped);

      const outcome = await get(source, range).catch((fault: unknown) => fault);
      if (index === 0 || range !== undefined) expect(outcome, `chunk ${index}, ${range}`).to.include({ status: 404 });
      else expect(outcome, `chunk ${index}`).to.be.instanceOf(ConnectionLost);
      await waitUntil('the damage is noted', async () => (await get(source, 'bytes=0-0')).status === 404);
      for (const closed of [url, lfs]) {
        expect(read(await get(closed), 404, errorAnswer).error.details).to.deep.equal({ reason: 'damaged' });
      }
      await bytes.server.place.replaceBlob(key, good);
      const { code, stdout } = await bytes.server.command('fsck', '--read-data', '--repair');
      expect(code, stdout).to.equal(0);
      expect(stdout).to.contain('2 as sound again');
      await repository.expectDownload(object);
    }
    expect(bytes.server.output()).to.include(object.chunks[0]?.name);
  });

  it('gives back a file that is named as the object of other bytes is', async () => {
    const { oid } = treeObjectOf(codec, mixedBytes('of other bytes', 1000));
    const path = `meta/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
    const notes = Buffer.from('what a client keeps there');
    expectStatus(await tree.put({ path, bytes: notes }), 201);
    expect(expectStatus(await tree.get(path), 200).bytes.equals(notes)).to.equal(true);
    expectStatus(await tree.get(path, { Range: 'bytes=1-2' }), 206);
  });

  it('refuses a pack that is not what it is named, and a manifest that promises what the packs do not hold', async () => {
    const object = treeObjectOf(codec, mixedBytes('refused', 300_000), 100 * KIB);
    const [pack] = object.packs;
    if (pack === undefined) throw new Error('the object has packs');
    const wrong = Buffer.from(pack.bytes);
    wrong[100] = (wrong[100] ?? 0) ^ 1;
    expectStatus(await tree.put({ path: pack.path, bytes: wrong }), 400);
    expectStatus(await tree.get(pack.path), 404);
    for (const file of [...object.packs.slice(1), ...object.maps, object.manifest]) expectStatus(await tree.put(file), 201);
    const missing = read(await tree.finalize(object), 409, errorAnswer);
    expect(missing.error.details).to.deep.equal({ reason: 'not_uploaded', oid: object.oid, pack: basename(pack.path) });
    expect(await repository.download(object.oid)).to.equal(undefined);
    expect(await tree.push(object)).to.deep.equal({ generation: 1, objects: 1 });
    await repository.expectDownload(object);
  });

  it('takes no file that stands in the way of others, wherever it keeps them, and charges nothing for it', async () => {
    const plain = Buffer.from('{}');
    const put = (path: string): Promise<Answer> => tree.put({ path, bytes: plain });
    const hash = 'a'.repeat(64);
    for (const path of ['chunks/packs', 'assets', `assets/${hash}`, `chunks/packs/${hash}/x`]) {
      expect(read(await put(path), 400, errorAnswer).error.details, path).to.deep.equal({
        field: 'path',
        problem: 'unsupported',
      });
    }
    for (const path of ['index.json', 'meta/a.json']) expectStatus(await put(path), 201);
    for (const path of ['index.json/x', 'meta', 'meta/a.json/b/c']) {
      const refused = read(await put(path), 409, errorAnswer);
      expect(refused.error.details, path).to.deep.equal({ reason: 'directory_file_conflict' });
    }
    expect((await repository.usage()).physical_bytes).to.equal(2 * plain.byteLength);

    const rivals = ['n', 'n/1', 'n/1/2', 'n', 'n/1', 'n/1/2'];
    const statuses = (await Promise.all(rivals.map(put))).map(({ status }) => status);
    expect([...statuses].sort()).to.deep.equal([201, 201, 409, 409, 409, 409]);
    expect(new Set(rivals.filter((_, at) => statuses[at] === 201)).size).to.equal(1);
    expect((await repository.usage()).physical_bytes).to.equal(3 * plain.byteLength);
    await tree.push(treeObjectOf(codec, mixedBytes('not in the way', 100_000)));
  });
});
