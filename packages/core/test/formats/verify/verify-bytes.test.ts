import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { nodeHasher } from '@svc/hasher-node';
import { hashBytes, isOid, type Oid, verifyBytes } from '@svc/core/verify';

const chunks = ['large ', '', 'files ', 'in pieces'].map((text) => new TextEncoder().encode(text));
const sizeBytes = 21;
const oidOf = (bytes: readonly Uint8Array[]): Oid => {
  const oid = createHash('sha256').update(Buffer.concat(bytes)).digest('hex');
  if (!isOid(oid)) throw new Error('SHA-256 is an oid');
  return oid;
};
async function* stream(bytes: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of bytes) yield await Promise.resolve(chunk);
}

describe('verifyBytes', () => {
  it('answers the length of bytes that hash to their oid', async () => {
    expect((await verifyBytes(stream(chunks), oidOf(chunks)))._unsafeUnwrap()).to.deep.equal({ sizeBytes });
  });

  it('answers what other bytes hash to', async () => {
    const [first = new Uint8Array(0), ...others] = chunks;
    const altered = [first.map((byte) => byte ^ 1), ...others];
    expect((await verifyBytes(stream(altered), oidOf(chunks)))._unsafeUnwrapErr()).to.deep.equal({
      kind: 'oid_mismatch',
      expected: oidOf(chunks),
      actual: oidOf(altered),
      sizeBytes,
    });
  });

  it('throws for text, whatever the hasher takes', async () => {
    async function* text(): AsyncGenerator<Uint8Array> {
      // @ts-expect-error The streams of Node are typed so loosely that they may do so.
      yield 'text';
    }
    const sha256 = () => ({ update: () => undefined, digestHex: () => oidOf(chunks) });
    for (const hasher of [undefined, { sha256 }]) {
      const [outcome] = await Promise.allSettled([verifyBytes(text(), oidOf(chunks), hasher)]);
      expect(outcome).to.have.property('reason').that.is.an.instanceOf(TypeError);
      expect(outcome).to.have.nested.property(
        'reason.message',
        'bytes are wanted, not a string: a file is read without an encoding',
      );
    }
  });

  it('throws for other typed arrays and views, which hashers take', async () => {
    for (const odd of [new Float32Array(3), new DataView(new ArrayBuffer(3))]) {
      async function* stream(): AsyncGenerator<Uint8Array> {
        // @ts-expect-error A program without types may do so.
        yield odd;
      }
      for (const hasher of [undefined, nodeHasher]) {
        const [outcome] = await Promise.allSettled([hashBytes(stream(), hasher)]);
        expect(outcome).to.have.property('reason').that.is.an.instanceOf(TypeError);
        expect(outcome).to.have.nested.property('reason.message').that.contains('bytes are wanted as a Uint8Array, not as ');
      }
    }
  });

  it('takes the hasher of the platform', async () => {
    let used = 0;
    const sha256 = () => {
      used += 1;
      const hash = createHash('sha256');
      return { update: (bytes: Uint8Array) => void hash.update(bytes), digestHex: () => hash.digest('hex') };
    };
    expect((await verifyBytes(stream(chunks), oidOf(chunks), { sha256 })).isOk()).to.equal(true);
    expect(used).to.equal(1);
  });

  it('throws what the stream throws', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(new Uint8Array(3));
      throw new Error('the disk is gone');
    };
    const fault = await verifyBytes(broken(), oidOf(chunks)).then(() => undefined, String);
    expect(fault).to.equal('Error: the disk is gone');
  });
});

describe('hashBytes', () => {
  it('hashes no bytes to the oid of the empty object', async () => {
    expect(await hashBytes(stream([]))).to.deep.equal({ oid: oidOf([]), sizeBytes: 0 });
  });
});
