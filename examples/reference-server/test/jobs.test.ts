import { createApplication, portableHasher } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import { createCountedRandom, createFixedClock, createMemoryBlobStore, createMemoryUnitOfWork } from '@svc/core/memory';
import { expect } from 'chai';
import { startJobs } from '../src/jobs.js';

describe('startJobs', () => {
  it('ends at once while nothing runs, and leaves nothing behind that keeps the process alive', async () => {
    const linkKeys = [{ id: 'k', secret: new Uint8Array(32) }];
    const settings = { baseUrl: 'https://svc.test', linkKeys, defaultPlan: 'free' as const };
    const { maintenance, usage } = createApplication({
      unitOfWork: createMemoryUnitOfWork(),
      blobs: createMemoryBlobStore(settings),
      clock: createFixedClock(),
      random: createCountedRandom(),
      hasher: portableHasher,
      codec: portableCodec(),
      identityProvider: undefined,
      settings,
    });
    const lines: string[] = [];
    const write = (_facts: unknown, message?: string) => void lines.push(message ?? '');
    const before = process.getActiveResourcesInfo().length;
    const jobs = startJobs(maintenance, usage.writeDownloads, {}, { info: write, warn: write, error: write });
    expect(process.getActiveResourcesInfo()).to.have.length(before);
    await jobs.stop();
    expect(lines).to.deep.equal([]);
  });
});
