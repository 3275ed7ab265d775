import type { SeededRandom } from '@svc/conformance';

type Mutation = (random: SeededRandom, bytes: Buffer) => Buffer;

const inserted = (bytes: Buffer, at: number, text: string): Buffer =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(text, 'latin1'), bytes.subarray(at)]);

/** Lines that disagree with others about where a request ends, or are no headers at all. */
const disturbingLines: readonly string[] = [
  'content-length: 5\r\n',
  'content-length: 0\r\n',
  'content-length: -1\r\n',
  'content-length: 99999999999999999999\r\n',
  'content-length: 1, 2\r\n',
  'content-length : 3\r\n',
  'transfer-encoding: chunked\r\n',
  'transfer-encoding: chunked, chunked\r\n',
  'transfer-encoding: \x0bchunked\r\n',
  'transfer-encoding: identity\r\n',
  'host: other.test\r\n',
  'host:\r\n',
  ' folded: line\r\n',
  'no-colon\r\n',
  ': no-name\r\n',
  'na\x00me: x\r\n',
  'name: va\x00lue\r\n',
  'name: \xff\xfe\r\n',
  'x: y\nbare: line-feed\r\n',
  'x: y\rbare: return\r\n',
  'connection: upgrade\r\nupgrade: h2c\r\nhttp2-settings: AAAA\r\n',
  `long: ${'x'.repeat(17_000)}\r\n`,
  'many: x\r\n'.repeat(2500),
  '\r\n',
];

const beginnings: readonly string[] = [
  '\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'GET / HTTP/1.0\r\n\r\n',
  'GET / HTTP/0.9\r\n\r\n',
  'GET /\r\n',
  'GET  / HTTP/1.1\r\n',
  'CONNECT svc.test:443 HTTP/1.1\r\nhost: svc.test:443\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET http://svc.test/readyz HTTP/1.1\r\nhost: x\r\n\r\n',
  'SSH-2.0-x\r\n',
];

const lineStart = (random: SeededRandom, bytes: Buffer): number => {
  const at = bytes.indexOf('\r\n', random.integer(bytes.byteLength + 1));
  return at === -1 ? bytes.byteLength : at + 2;
};

const mutations: readonly Mutation[] = [
  (random, bytes) => inserted(bytes, lineStart(random, bytes), random.pick(disturbingLines)),
  (random, bytes) => inserted(bytes, lineStart(random, bytes), random.pick(disturbingLines)),
  (random, bytes) => inserted(bytes, 0, random.pick(beginnings)),
  (random, bytes) => bytes.subarray(0, random.integer(bytes.byteLength + 1)),
  (_, bytes) => Buffer.concat([bytes, bytes]),
  (random, bytes) =>
    inserted(bytes, bytes.byteLength, random.pick(['0\r\n\r\n', 'fffffffff\r\nx', '5;ext=\x00\r\nhello\r\n', '\r\n'])),
  (random, bytes) => {
    const copy = Buffer.from(bytes);
    for (let flips = 1 + random.integer(4); flips > 0; flips -= 1) copy[random.integer(copy.byteLength)] = random.integer(256);
    return copy;
  },
  (random, bytes) => {
    const begin = random.integer(bytes.byteLength);
    return Buffer.concat([bytes.subarray(0, begin), bytes.subarray(begin + random.integer(20))]);
  },
];

/** The bytes of a request with up to three changes, which may make it another one, two of them or none. */
export const mutateWire = (random: SeededRandom, bytes: Buffer): Buffer => {
  let mutated = bytes;
  for (let left = 1 + random.integer(3); left > 0; left -= 1) mutated = random.pick(mutations)(random, mutated);
  return mutated;
};
