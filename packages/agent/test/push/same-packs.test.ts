import { createHash } from 'node:crypto';
import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import type { ProfileName } from '@svc/core/chunking';
import { expect } from 'chai';
import { pushFile } from '../../src/push/push-file.js';
import type { TransferContext } from '../../src/transfer-context.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;

/** The hashes below are of these bytes: how others are made may change. */
const bytesOf = (random: SeededRandom, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, () => random.integer(2 ** 32) & 0xff);

/** Integers alone, so that every machine makes the same floats. */
const weights = (random: SeededRandom, count: number): Uint8Array => {
  const exponents = [0x3c, 0x3c, 0x3c, 0x3b, 0x3d, 0xbc, 0xbc, 0xbd];
  return Uint8Array.from({ length: 4 * count }, (_, at) => (at % 4 === 3 ? random.pick(exponents) : random.integer(256)));
};

const words = 'the of chunk and bytes are to in plane frame where a is that pack hash for server name it'.split(' ');

const text = (random: SeededRandom, count: number): Uint8Array =>
  Buffer.from(Array.from({ length: count }, () => random.pick(words)).join(' '));

const counters = (count: number): Uint8Array =>
  new Uint8Array(Int32Array.from({ length: count }, (_, index) => 7 * index).buffer);

/** Every way through the encoder, chunks that come again, and places where one read of the file ends and the next begins. */
const makeFile = (random: SeededRandom): Uint8Array => {
  const block = bytesOf(random, 700_001);
  return Buffer.concat([
    weights(random, 1_500_000),
    block,
    text(random, 900_000),
    new Uint8Array(3 * mebibyte),
    block,
    counters(300_000),
    bytesOf(random, 1_100_003),
  ]);
};

/** What the files put into the tree are called says what is in them: a hash of all the names. */
const golden: Readonly<Record<string, string>> = {
  'fastcdc-16k': 'ed93b48efe28622152bea924134eb70f13a600cfdab5cf201fd691e059dbb0be',
  'fastcdc-64k': '406bc2b0a330b5bfae69acee3d0faa1281e765033b182a99daa9f3046afe971e',
  'fastcdc-128k': 'b121f2e27441c30d39e3794a50ca31b3e7dc59d46326faf678486c30ece8604c',
  'fixed-1m': '4fa7b55c2f7f0d86c08696e1d343eab0b754cd7223e7e026552bfb66d9cdac2c',
};

const pushes: readonly { readonly profile: ProfileName; readonly packBytes: number }[] = [
  { profile: 'fastcdc-16k', packBytes: 2 * mebibyte },
  { profile: 'fastcdc-64k', packBytes: 2 * mebibyte },
  { profile: 'fastcdc-128k', packBytes: 5 * mebibyte },
  { profile: 'fixed-1m', packBytes: 3 * mebibyte },
];

describe('the packs, maps and manifests of a push', () => {
  let rig: TransferRig;
  let first: Uint8Array;
  let second: Uint8Array;
  before(() => {
    const random = createSeededRandom(20_261_125);
    first = makeFile(random);
    second = Buffer.concat([
      bytesOf(random, 1001),
      first.subarray(0, 9_000_000),
      weights(random, 1000),
      first.subarray(9_010_000),
    ]);
  });
  beforeEach(async () => {
    rig = await startTransferRig('the packs, maps and manifests of a push');
  });
  afterEach(() => rig.close());

  /** The same context, and the paths of the files that its finalizes take along. */
  const noteEnclosed = (context: TransferContext): { readonly context: TransferContext; readonly enclosed: string[] } => {
    const enclosed: string[] = [];
    const { client } = context;
    const finalize: typeof client.tree.finalize = (repositoryId, objects, options) => {
      enclosed.push(...(options?.files ?? []).map(({ path }) => path));
      return client.tree.finalize(repositoryId, objects, options);
    };
    return { context: { ...context, client: { ...client, tree: { ...client.tree, finalize } } }, enclosed };
  };

  for (const { profile, packBytes } of pushes) {
    it(`are the same as ever, byte for byte: ${profile}`, async () => {
      const named: string[] = [];
      for (const [version, bytes] of Object.entries({ first, second })) {
        rig.service.requests.length = 0;
        const path = await rig.file(`${profile}-${version}`, bytes);
        const { context, enclosed } = noteEnclosed(rig.context);
        const { storedBytes, sentBytes, chunks, newChunks } = await pushFile(context, path, { profile, packBytes });
        const sent = rig.service.requests.filter((request) => request.startsWith('PUT '));
        const puts = [...sent, ...enclosed.map((path) => `PUT ${path}`)].sort();
        named.push(JSON.stringify({ storedBytes, sentBytes, chunks, newChunks, puts }));
      }
      expect(createHash('sha256').update(named.join('\n')).digest('hex')).to.equal(golden[profile]);
    });
  }
});
