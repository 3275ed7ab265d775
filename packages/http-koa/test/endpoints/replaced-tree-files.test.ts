import type { ObjectKey } from '@svc/core/model';
import { expect } from 'chai';
import { okAsync } from 'neverthrow';
import { startAcme } from '../support/acme.js';
import type { Answer } from '../support/request.js';
import type { TestService } from '../support/service.js';

const path = 'meta/notes.bin';
const bytesOf = (length: number, seed: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => (at * seed) % 251));

async function* once(bytes: Uint8Array) {
  yield await Promise.resolve(bytes);
}

describe('a file of the chunk tree that is replaced between a look at its size and the opening', () => {
  let service: TestService;
  let read: (range: string | undefined, versions: readonly Buffer[]) => Promise<Answer>;
  /** What each opening finds in place of what was there before; the last one stays. */
  let replacements: Buffer[];

  beforeEach(async () => {
    replacements = [];
    const acme = await startAcme({
      ports: (ports) => ({
        ...ports,
        blobs: {
          ...ports.blobs,
          read: (key: ObjectKey, span) => {
            const next = key.endsWith(path) ? replacements.shift() : undefined;
            const replaced = next === undefined ? okAsync(undefined) : ports.blobs.write(key, once(next), next.byteLength);
            return replaced
              .mapErr(() => {
                throw new Error('the bytes are as long as they are');
              })
              .andThen(() => ports.blobs.read(key, span));
          },
        },
      }),
    });
    ({ service } = acme);
    const { world, owner, organization } = acme;
    const repository = await world.repository(owner, organization, { name: 'Models' });
    const call = (method: string, request: object): Promise<Answer> =>
      world.call(method, `/repositories/${repository}/lfs/${path}`, { token: owner.token, ...request });
    read = async (range, [first, ...others]) => {
      expect((await call('PUT', { body: first })).status).to.equal(201);
      replacements = others;
      return call('GET', { headers: range === undefined ? {} : { range } });
    };
  });
  // Fails when a request has met a bug.
  afterEach(() => service.close());

  const long = bytesOf(1000, 31);
  const short = bytesOf(10, 17);

  it('is 416 where a shorter one has nothing in the range', async () => {
    const answer = await read('bytes=100-199', [long, short]);
    expect([answer.status, answer.headers['content-range']]).to.deep.equal([416, 'bytes */10']);
  });

  it('gives the range of a shorter one, which is what lies at its end, too', async () => {
    for (const [range, first, last] of [
      ['bytes=2-500', 2, 9],
      ['bytes=0-', 0, 9],
      ['bytes=-4', 6, 9],
      ['bytes=-500', 0, 9],
    ] as const) {
      const answer = await read(range, [long, short]);
      expect([answer.status, answer.headers['content-range']], range).to.deep.equal([206, `bytes ${first}-${last}/10`]);
      expect(answer.bytes.equals(short.subarray(first, last + 1)), range).to.equal(true);
    }
  });

  it('gives the range of a longer one, which is what lies at its end, too', async () => {
    for (const [range, first, last] of [
      ['bytes=2-500', 2, 500],
      ['bytes=5-', 5, 999],
      ['bytes=-4', 996, 999],
    ] as const) {
      const answer = await read(range, [short, long]);
      expect([answer.status, answer.headers['content-range']], range).to.deep.equal([206, `bytes ${first}-${last}/1000`]);
      expect(answer.bytes.equals(long.subarray(first, last + 1)), range).to.equal(true);
    }
  });

  it('is given as a whole as it was opened', async () => {
    const answer = await read(undefined, [long, short]);
    expect([answer.status, answer.headers['content-length']]).to.deep.equal([200, '10']);
    expect(answer.bytes.equals(short)).to.equal(true);
  });

  it('is asked for again later when it is another one at each opening', async () => {
    const versions = Array.from({ length: 40 }, (_, at) => bytesOf(1000 - at, 7));
    const answer = await read('bytes=5-', versions);
    expect([answer.status, answer.headers['retry-after']]).to.deep.equal([503, '1']);
  });
});
