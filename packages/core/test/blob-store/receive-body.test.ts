import { expect } from 'chai';
import { receiveBody } from '../../src/blob-store/receive-body.js';
import { bytesOf, errorOf, valueOf } from '../builders/world.js';

/** A body of chunks that notes whether it was released before its end. */
const watchedBody = (...chunks: readonly string[]) => {
  const seen = { released: false };
  async function* give() {
    let ended = false;
    try {
      for (const chunk of chunks) yield bytesOf(chunk);
      ended = true;
    } finally {
      seen.released = !ended;
    }
  }
  return { seen, body: give() };
};

describe('receiveBody', () => {
  it('hands over the chunks in order, one at a time', async () => {
    const taken: string[] = [];
    let busy = false;
    valueOf(
      await receiveBody(watchedBody('he', 'll', 'o').body, 5, async (chunk) => {
        expect(busy).to.equal(false);
        busy = true;
        await Promise.resolve();
        taken.push(new TextDecoder().decode(chunk));
        busy = false;
      }),
    );
    expect(taken).to.deep.equal(['he', 'll', 'o']);
  });

  it('never hands over the chunk that makes a body too long', async () => {
    const { seen, body } = watchedBody('hel', 'lo!', 'more');
    let takenBytes = 0;
    const received = await receiveBody(body, 5, (chunk) => {
      takenBytes += chunk.byteLength;
      return undefined;
    });
    expect(errorOf(received)).to.deep.equal({ kind: 'blob_size_mismatch', actualBytes: 6 });
    expect(takenBytes).to.equal(3);
    expect(seen.released).to.equal(true);
  });

  it('releases the body and throws on what its taker throws, at once or later', async () => {
    const fault = new Error('no space');
    const takers = [
      () => {
        throw fault;
      },
      () => Promise.reject(fault),
    ];
    for (const taker of takers) {
      const { seen, body } = watchedBody('he', 'llo');
      const outcome: unknown = await receiveBody(body, 5, taker).catch((thrown: unknown) => thrown);
      expect(outcome).to.equal(fault);
      expect(seen.released).to.equal(true);
    }
  });

  it('releases the body and throws a TypeError for a chunk that is no Uint8Array', async () => {
    for (const odd of [new Float32Array(1), new DataView(new ArrayBuffer(4)), 'text']) {
      let released = false;
      async function* body(): AsyncGenerator<Uint8Array> {
        try {
          // @ts-expect-error A program without types may do so.
          yield odd;
        } finally {
          released = true;
        }
      }
      const taken: unknown[] = [];
      const outcome: unknown = await receiveBody(body(), 4, (chunk) => {
        taken.push(chunk);
        return undefined;
      }).catch((thrown: unknown) => thrown);
      expect(outcome).to.be.instanceOf(TypeError);
      expect([taken, released]).to.deep.equal([[], true]);
    }
  });

  it('answers that a body was too long although its release fails', async () => {
    async function* body() {
      try {
        yield bytesOf('too long');
      } finally {
        throw new Error('already closed');
      }
    }
    const received = await receiveBody(body(), 5, () => undefined);
    expect(errorOf(received)).to.deep.equal({ kind: 'blob_size_mismatch', actualBytes: 8 });
  });
});
