import { chunkCodecCases, hasherCases, runCases } from '@svc/conformance';
import { createApplication, type Ports } from '@svc/core';
import { createMemoryBlobStore, createMemoryUnitOfWork } from '@svc/core/memory';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { nodePorts } from '../src/index.js';

const settings: Ports['settings'] = {
  baseUrl: 'https://svc.test',
  linkKeys: [{ id: 'k', secret: randomBytes(32) }],
  defaultPlan: 'free',
};

/** The ids of threads are counted up, so two of them tell how many threads were started in between. */
const newThreadId = async (): Promise<number> => {
  const worker = new Worker('', { eval: true });
  const { threadId } = worker;
  await worker.terminate();
  return threadId;
};

describe('nodePorts', () => {
  runCases(describe, it, { ...hasherCases, ...chunkCodecCases }, async () => ({ ...(await nodePorts()), close: async () => {} }));

  it('makes an application together with records, bytes and settings', async () => {
    const application = createApplication({
      ...(await nodePorts()),
      unitOfWork: createMemoryUnitOfWork(),
      blobs: createMemoryBlobStore(settings),
      settings,
    });
    const owner = await application.operator.ensureOwner({ email: 'ada@example.org' });
    expect(owner._unsafeUnwrap().newSecret).to.match(/^svc_ses_/);
  });

  it('has the codec of @svc/codec-node where that is installed: it decodes what it has compressed', async () => {
    const { codec, backgroundCodec } = await nodePorts();
    const chunk = Buffer.alloc(100_000, 'compressible ');
    const encoded = codec.encode(chunk);
    expect(encoded.bytes.byteLength).to.be.below(1000);
    const stored = { ...encoded, rawBytes: chunk.byteLength, name: undefined };
    for (const each of [codec, backgroundCodec]) {
      const [decoded] = await each.decodeAll([stored]);
      expect(decoded && chunk.equals(decoded)).to.equal(true);
    }
  });

  it('starts no more threads the second time, whichever codec decodes', async () => {
    const decode = async (): Promise<void> => {
      const { codec, backgroundCodec } = await nodePorts();
      const chunk = { ...codec.encode(Buffer.alloc(100_000, 'compressible ')), rawBytes: 100_000, name: undefined };
      for (const each of [codec, backgroundCodec]) expect(await each.decodeAll([chunk])).to.have.length(1);
    };
    await decode();
    const before = await newThreadId();
    for (let round = 0; round < 10; round += 1) await decode();
    expect(await newThreadId()).to.equal(before + 1);
  });

  it('has a secret box when it is given keys, and otherwise none', async () => {
    expect(await nodePorts()).not.to.have.property('secretBox');
    const { secretBox } = await nodePorts({ secretBoxKeys: [{ id: '1', secret: randomBytes(32) }] });
    expect(await secretBox.open(await secretBox.seal('hidden', 'here'), 'here')).to.equal('hidden');
  });

  it('has a clock that acts later, unless it is called off', async () => {
    const { clock } = await nodePorts();
    const before = Date.now();
    expect(clock.now()).to.be.within(before, before + 60_000);
    const acts: string[] = [];
    clock.after(1, () => acts.push('called off'))();
    clock.after(1, () => acts.push('acted'));
    await waitUntil('it acted', () => acts.length > 0);
    expect(acts).to.deep.equal(['acted']);
  });

  it('makes ids that are new and bytes of the asked length', async () => {
    const { random } = await nodePorts();
    expect(random.uuid())
      .to.match(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      .and.not.equal(random.uuid());
    expect(random.bytes(7)).to.have.length(7);
  });
});
