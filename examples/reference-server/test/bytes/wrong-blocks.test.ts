import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { get as httpGet } from 'node:http';
import { expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed, type TestObject } from '../client/test-object.js';
import { downloadsAnswer, errorAnswer } from '../client/wire.js';
import { type ByteServer, startByteServer } from './byte-server.js';
import { upload, viaLfs } from './upload-path.js';

const blockBytes = 64 * 1024;
const size = 6_000_000;
const wrongAt = 3_000_001;

interface Received {
  readonly status: number;
  readonly bytes: Buffer;
  readonly isComplete: boolean;
}

/** All that comes before an answer ends or breaks off. */
const receive = (url: string, range?: string): Promise<Received> =>
  new Promise((resolve, reject) => {
    httpGet(url, { headers: range === undefined ? {} : { Range: range } }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('error', () => undefined);
      incoming.on('close', () =>
        resolve({ status: incoming.statusCode ?? 0, bytes: Buffer.concat(pieces), isComplete: incoming.complete }),
      );
    }).on('error', reject);
  });

describe('a flipped bit in the middle of an object that is stored whole', () => {
  let server: ByteServer;
  let repository: RepositoryClient;
  let object: TestObject;
  let key: string;
  let url: string;
  let count = 0;
  before(async () => {
    server = await startByteServer();
  });
  after(() => server.close());
  beforeEach(async () => {
    repository = await server.newRepository();
    count += 1;
    object = objectNamed(`wrong block ${count}`, size);
    await upload(viaLfs, repository, object);
    key = `repositories/${repository.id}/objects/${object.oid.slice(0, 2)}/${object.oid.slice(2, 4)}/${object.oid}`;
    const authorized = await repository.api.call('POST', `/repositories/${repository.id}/downloads/authorize`, {
      objects: [{ oid: object.oid }],
    });
    url = read(authorized, 200, downloadsAnswer).objects[0]?.download_url ?? '';
  });

  const flip = async (): Promise<void> => {
    const bytes = Buffer.from(object.bytes);
    bytes[wrongAt] = (bytes[wrongAt] ?? 0) ^ 0x10;
    await server.server.place.replaceBlob(key, bytes);
  };

  const expectRange = async (first: number, last: number): Promise<void> => {
    const { status, bytes, isComplete } = await receive(url, `bytes=${first}-${last}`);
    expect({ status, isComplete }, `${first}-${last}`).to.deep.equal({ status: 206, isComplete: true });
    expect(bytes.equals(object.bytes.subarray(first, last + 1)), `${first}-${last}`).to.equal(true);
  };

  const expectDamaged = async (): Promise<void> => {
    await waitUntil('the damage is noted', async () => (await receive(url, 'bytes=0-0')).status === 404);
    const refused = await repository.api.exchange({ method: 'GET', url });
    expect(read(refused, 404, errorAnswer).error.details).to.deep.equal({ reason: 'damaged' });
  };

  const block = Math.floor(wrongAt / blockBytes);
  const begin = block * blockBytes;

  it('is an error for a range of its block alone, and no matter for the ranges beside it, before and after a restart', async () => {
    await flip();
    for (let time = 0; time < 2; time += 1) {
      for (const [first, last] of [
        [0, begin - 1],
        [begin - 1, begin - 1],
        [begin + blockBytes, size - 1],
        [1, 100],
      ] as const) {
        await expectRange(first, last);
      }
      await server.server.stop();
      await server.server.start();
    }
    const refused = await repository.api.exchange({ method: 'GET', url, headers: { range: `bytes=${begin}-${begin}` } });
    expect(read(refused, 404, errorAnswer).error.details).to.deep.equal({ reason: 'damaged' });
    await expectDamaged();
    await upload(viaLfs, repository, object);
  });

  for (const [what, range, first] of [
    ['a range over it', 'bytes=100-5999998', 100],
    ['the whole', undefined, 0],
  ] as const) {
    it(`breaks ${what} off before a wrong byte, is noted, and is healed when the object comes again`, async () => {
      await flip();
      const { bytes, isComplete } = await receive(url, range);
      expect(isComplete).to.equal(false);
      expect(first + bytes.byteLength).to.be.at.most(begin);
      expect(bytes.equals(object.bytes.subarray(first, first + bytes.byteLength))).to.equal(true);
      await expectDamaged();

      await upload(viaLfs, repository, object);
      await expectRange(100, size - 2);
      await expectRange(wrongAt, wrongAt);
      await repository.expectDownload(object);
      const { code, stdout } = await server.server.command('fsck', '--read-data');
      expect(code, stdout).to.equal(0);
    });
  }

  it('does not need names that were lost, cut or flipped: then ranges are served as they lie there, and the whole is hashed', async () => {
    const { place } = server.server;
    const names = await place.blob(`${key}.blocks`);
    if (names === undefined) throw new Error('the names lie beside the object');
    for (const left of [Buffer.from(names.map((byte) => byte ^ 1)), names.subarray(0, -1), Buffer.alloc(0), undefined]) {
      await (left === undefined ? place.loseBlob(`${key}.blocks`) : place.replaceBlob(`${key}.blocks`, left));
      await expectRange(1_000_000, size - 1);
      await repository.expectDownload(object);
    }
    await flip();
    expectStatus(await repository.api.exchange({ method: 'GET', url, headers: { Range: `bytes=${begin}-${begin + 9}` } }), 206);
    expect(await receive(url)).to.include({ isComplete: false });
    await expectDamaged();
    await upload(viaLfs, repository, object);
    expect((await place.blob(`${key}.blocks`))?.equals(names)).to.equal(true);
  });

  it('leaves names of which fsck tells nothing, beside their object and where that is lost', async () => {
    expect((await server.server.command('fsck')).code).to.equal(0);
    await server.server.place.loseBlob(key);
    const { code, stdout } = await server.server.command('fsck', '--json');
    expect(code).to.equal(1);
    expect(stdout).to.include('missing').and.not.include('.blocks');
    await server.server.place.replaceBlob(key, object.bytes);
    expect((await server.server.command('fsck')).code).to.equal(0);
  });
});
