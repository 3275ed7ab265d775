import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import { at, openBucket } from '../src/bucket.js';
import { makeS3Store, type S3Scene } from './rigs/s3-store.js';
import { bytesAt, errorOf, unavailable, upload, valueOf, writeAll } from './rigs/values.js';

const MIB = 1024 * 1024;
const { bytes, from, to, expected } = upload(12 * MIB, 3);
for (let at = 0; at < bytes.byteLength; at += 4) bytes.writeUInt32LE(at, at);
const other = Buffer.alloc(12 * MIB, 9);

interface CutScene extends S3Scene {
  /** Cuts answers to GET after so many bytes, so many times. */
  cut(afterBytes: number, times: number): void;
  /** The ranges that were asked for, in order; undefined for a whole object. */
  readonly ranges: (string | undefined)[];
  /** Is done once, before the cut. */
  onCut: () => Promise<unknown>;
}

/** A store on the real server, behind a network that breaks. */
const withCutNetwork = async (act: (scene: CutScene) => Promise<void>): Promise<void> => {
  const service = await s3ForTests();
  const { hostname, port } = new URL(service.endpoint);
  const ranges: (string | undefined)[] = [];
  const network = { afterBytes: 0, times: 0, onCut: async (): Promise<unknown> => undefined };
  const carry = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url: path, headers } = request;
    const onward = forward({ hostname, port, method, path, headers }, (answer) => {
      const isObject = method === 'GET' && path?.includes('x-id=GetObject') === true;
      if (isObject) ranges.push(headers.range);
      const isCut = isObject && network.times > 0;
      if (isCut) network.times -= 1;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!isCut) {
        answer.pipe(response);
        return;
      }
      let left = network.afterBytes;
      answer.on('data', (piece: Buffer) => {
        const passing = piece.subarray(0, left);
        left -= passing.byteLength;
        response.write(passing);
        if (left > 0) return;
        answer.removeAllListeners('data').destroy();
        void network.onCut().then(() => response.write('', () => setImmediate(() => response.destroy())));
      });
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
  const server = createServer(carry);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  const scene = await makeS3Store({ ...service, endpoint }, { maxAttempts: 1 });
  try {
    await act({
      ...scene,
      ranges,
      cut: (afterBytes, times) => Object.assign(network, { afterBytes, times }),
      get onCut() {
        return network.onCut;
      },
      set onCut(doing) {
        network.onCut = doing;
      },
    });
  } finally {
    await scene.close();
    server.closeAllConnections();
    server.close();
  }
};

describe('the S3 store when a body breaks off', () => {
  before(s3ForTests);

  it('goes on where it broke, however often that happens after it got further', () =>
    withCutNetwork(async (scene) => {
      await writeAll(scene.store, from, bytes);
      scene.cut(2 * MIB, 5);
      expect((await bytesAt(scene.store, from))?.equals(bytes)).to.equal(true);
      expect(scene.ranges.length).to.equal(6);
      expect(await scene.countOpenHandles()).to.equal(0);
    }));

  it('goes on inside of a span, also when it is put into memory', () =>
    withCutNetwork(async (scene) => {
      await writeAll(scene.store, from, bytes);
      scene.cut(1000, 1);
      const [first, last] = [5, 3 * MIB];
      const reading = valueOf(await scene.store.read(from, { first, last }));
      const target = new Uint8Array(last - first + 1);
      await (reading.fill ?? expect.fail('the store fills memory'))(target);
      expect(Buffer.compare(target, bytes.subarray(first, last + 1))).to.equal(0);
      expect(scene.ranges.at(-1)).to.match(/^bytes=\d{3,}-3145728$/);
    }));

  it('throws when it never gets further', () =>
    withCutNetwork(async (scene) => {
      await writeAll(scene.store, from, bytes);
      scene.cut(1000, 100);
      const reading = valueOf(await scene.store.read(from));
      const fault: unknown = await (reading.fill ?? expect.fail('the store fills memory'))(new Uint8Array(bytes.byteLength)).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(fault).to.have.property('name', 'BlobReadBroken');
      expect(scene.ranges.length).to.equal(3);
      expect(await scene.countOpenHandles()).to.equal(0);
    }));

  for (const [what, change] of [
    ['another', new PutObjectCommand({ Bucket: '', Key: '', Body: other })],
    ['a shorter', new PutObjectCommand({ Bucket: '', Key: '', Body: bytes.subarray(0, 3 * MIB) })],
    ['no', new DeleteObjectCommand({ Bucket: '', Key: '' })],
  ] as const) {
    it(`throws when ${what} blob is there by then, and mixes nothing`, () =>
      withCutNetwork(async (scene) => {
        await writeAll(scene.store, from, bytes);
        scene.cut(2 * MIB, 1);
        const bucket = openBucket(scene.options);
        Object.assign(change.input, at(bucket, from));
        scene.onCut = () =>
          bucket.ask(async (client, options) => {
            if (change instanceof PutObjectCommand) await client.send(change, options);
            else await client.send(change, options);
          });
        let read = 0;
        let fault: unknown;
        try {
          for await (const piece of valueOf(await scene.store.read(from)).body) {
            expect(Buffer.compare(piece, bytes.subarray(read, read + piece.byteLength))).to.equal(0);
            read += piece.byteLength;
          }
        } catch (thrown) {
          fault = thrown;
        }
        bucket.close();
        expect(fault).to.have.property('name', 'BlobReadBroken');
        expect(read).to.be.lessThan(bytes.byteLength);
      }));
  }

  it('promotes all the same, and answers unavailable when it never gets further', () =>
    withCutNetwork(async (scene) => {
      const small = upload(MIB, 5);
      await writeAll(scene.store, from, bytes);
      await writeAll(scene.store, small.from, small.bytes);
      for (const each of [{ from, to, expected }, small]) {
        scene.cut(1000, 100);
        expect(errorOf(await scene.store.promote(each.from, each.to, each.expected))).to.deep.equal(unavailable);
        scene.cut(1000, 1);
        if (each === small) valueOf(await scene.store.promote(each.from, each.to, each.expected));
      }
      const right = upload(12 * MIB, 3);
      await writeAll(scene.store, right.from, right.bytes);
      scene.cut(2 * MIB, 4);
      valueOf(await scene.store.promote(right.from, right.to, right.expected));
      expect((await bytesAt(scene.store, right.to))?.equals(right.bytes)).to.equal(true);
    }));
});
