import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { BlobReadBroken } from '../src/blob-read-broken.js';
import { expect } from 'chai';
import { fillFrom, objectBody, orFault } from '../src/object-body.js';
import { S3Fault } from '../src/s3-fault.js';

/** Nobody in these tests is silent for so long but who means it. */
const idleMs = 60_000;
/** Of a server that falls silent, or of one that must not be taken for it. */
const shortIdleMs = 250;

const thrownBy = async (act: () => Promise<unknown>): Promise<unknown> =>
  act().then(
    () => expect.fail('nothing was thrown'),
    (fault: unknown) => fault,
  );

const consume = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
};

describe('the body of an object', () => {
  it('is what was declared', async () => {
    const stream = new PassThrough();
    stream.end(Buffer.from('hello'));
    const target = new Uint8Array(5);
    await fillFrom(objectBody(stream, 5, idleMs), target);
    expect(Buffer.from(target).toString()).to.equal('hello');
  });

  for (const declared of [4, 6]) {
    it(`throws when it is declared with ${declared} bytes and has 5`, async () => {
      const stream = new PassThrough();
      stream.end(Buffer.from('hello'));
      expect(await thrownBy(() => consume(objectBody(stream, declared, idleMs)))).to.be.instanceOf(BlobReadBroken);
      expect(stream.destroyed).to.equal(true);
    });
  }

  it('throws when its server falls silent', async () => {
    const stream = new PassThrough();
    stream.write(Buffer.from('hel'));
    expect(await thrownBy(() => consume(objectBody(stream, 5, shortIdleMs)))).to.be.instanceOf(BlobReadBroken);
    expect(stream.destroyed).to.equal(true);
  });

  it('waits for a reader that takes its time', async () => {
    const stream = new PassThrough();
    const body = objectBody(stream, 6, shortIdleMs);
    stream.write(Buffer.from('one'));
    const read: string[] = [];
    for await (const chunk of body) {
      read.push(Buffer.from(chunk).toString());
      await sleep(2 * shortIdleMs);
      if (read.length === 1) stream.end(Buffer.from('two'));
    }
    expect(read).to.deep.equal(['one', 'two']);
  });

  it('meets a break that came before its first byte was asked for', async () => {
    const stream = new PassThrough();
    const body = objectBody(stream, 5, idleMs);
    stream.destroy(new Error('a text with an endpoint in it'));
    await sleep(5);
    const fault = await thrownBy(() => consume(body));
    expect(String(fault)).to.equal('BlobReadBroken: the storage does not give the bytes of a blob');
  });

  it('takes its connection down when its reader leaves, also before the first byte', async () => {
    for (const readFirst of [false, true]) {
      const stream = new PassThrough();
      stream.write(Buffer.from('hel'));
      const reader = objectBody(stream, 5, idleMs)[Symbol.asyncIterator]();
      if (readFirst) await reader.next();
      await reader.return?.();
      expect(stream.destroyed).to.equal(true);
    }
  });

  it('is given up by the store itself when it drips, although its server is never silent', async () => {
    const stream = new PassThrough();
    const dripping = setInterval(() => stream.write(Buffer.from('x')), 5);
    try {
      const body = objectBody(stream, 1_000_000, idleMs);
      expect(await thrownBy(() => consume(orFault(body, shortIdleMs)))).to.be.instanceOf(S3Fault);
      expect(stream.destroyed).to.equal(true);
    } finally {
      clearInterval(dripping);
    }
  });

  it('is read to its end by the store itself when its bytes come', async () => {
    const stream = new PassThrough();
    stream.end(Buffer.alloc(100_000, 1));
    expect(await consume(orFault(objectBody(stream, 100_000, idleMs), idleMs))).to.have.length(100_000);
  });
});
