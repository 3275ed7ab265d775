import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { type ChunkedFraming, decodeChunked } from '../../src/s3-stand-in/aws-chunked.js';
import { S3Error } from '../../src/s3-stand-in/s3-error.js';
import { signingKey } from '../../src/s3-stand-in/sigv4.js';

// The examples of the Amazon S3 API Reference: "Signature Calculations for the Authorization Header: Transferring Payload in Multiple Chunks",
// and the same with trailing headers.
const scope = { date: '20130524', region: 'us-east-1', service: 's3' };
const signing = (seedSignature: string) => ({
  signingKey: signingKey('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', scope),
  instant: '20130524T000000Z',
  scope,
  seedSignature,
});

const chunk = (bytes: string, signature?: string): string =>
  `${bytes.length.toString(16)}${signature === undefined ? '' : `;chunk-signature=${signature}`}\r\n${bytes}${bytes === '' ? '' : '\r\n'}`;

const large = 'a'.repeat(65_536);
const small = 'a'.repeat(1024);

const signed = [
  chunk(large, 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648'),
  chunk(small, '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497'),
  chunk('', 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9'),
  '\r\n',
].join('');
const signedFraming = {
  signing: signing('4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9'),
  trailing: false,
};

const trailed = [
  chunk(large, 'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2'),
  chunk(small, '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7'),
  chunk('', '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992'),
  'x-amz-checksum-crc32c:sOO8/Q==\r\n',
  'x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n',
  '\r\n',
].join('');
const trailedFraming = {
  signing: signing('106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e'),
  trailing: true,
};

const inPieces = async function* (whole: string, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < whole.length; start += pieceBytes) yield Buffer.from(whole.slice(start, start + pieceBytes));
};

const decoded = async (whole: string, framing: ChunkedFraming, pieceBytes = 10_000) => {
  const trailers = new Map<string, string>();
  return { bytes: await text(decodeChunked(inPieces(whole, pieceBytes), framing, trailers)), trailers };
};

const refusedWith = async (whole: string, framing: ChunkedFraming): Promise<string> => {
  const [outcome] = await Promise.allSettled([decoded(whole, framing)]);
  if (outcome.status === 'fulfilled') throw new Error('nothing was refused');
  if (!(outcome.reason instanceof S3Error)) throw outcome.reason;
  return outcome.reason.code;
};

describe('a body in chunks', () => {
  it("gives the bytes of S3's example, however it is cut on its way", async () => {
    for (const pieceBytes of [1, 7, 1000, 100_000]) {
      expect((await decoded(signed, signedFraming, pieceBytes)).bytes === large + small, String(pieceBytes)).to.equal(true);
    }
  });

  it("gives the bytes and the trailing checksum of S3's example", async () => {
    const { bytes, trailers } = await decoded(trailed, trailedFraming);
    expect(bytes === large + small).to.equal(true);
    expect([...trailers]).to.deep.equal([['x-amz-checksum-crc32c', 'sOO8/Q==']]);
  });

  it('is refused when a byte, a signature or a trailing field is another', async () => {
    expect(await refusedWith(signed.replace('a\r\n', 'b\r\n'), signedFraming)).to.equal('SignatureDoesNotMatch');
    expect(await refusedWith(signed.replace('=ad80', '=ad81'), signedFraming)).to.equal('SignatureDoesNotMatch');
    expect(await refusedWith(signed.replace(';chunk-signature=b6c6', ';other=b6c6'), signedFraming)).to.equal(
      'SignatureDoesNotMatch',
    );
    expect(await refusedWith(trailed.replace('sOO8', 'sOO9'), trailedFraming)).to.equal('SignatureDoesNotMatch');
    expect(await refusedWith(trailed.replace('signature:d8', 'signature:d9'), trailedFraming)).to.equal('SignatureDoesNotMatch');
  });

  it('is refused when it is no chunks, or ends early', async () => {
    const unsigned = { signing: undefined, trailing: true };
    expect((await decoded(`${chunk('abc')}${chunk('')}x-amz-checksum-crc32:NSRBwg==\r\n\r\n`, unsigned)).bytes).to.equal('abc');
    expect(await refusedWith('zz\r\nabc\r\n', unsigned)).to.equal('InvalidRequest');
    expect(await refusedWith('3\r\nabcd\r\n0\r\n\r\n', unsigned)).to.equal('InvalidRequest');
    expect(await refusedWith('a'.repeat(20_000), unsigned)).to.equal('InvalidRequest');
    for (const cut of ['3\r\nab', '3\r\nabc\r\n', '3\r\nabc\r\n0\r\n', '']) {
      expect(await refusedWith(cut, unsigned), JSON.stringify(cut)).to.equal('IncompleteBody');
    }
  });
});
