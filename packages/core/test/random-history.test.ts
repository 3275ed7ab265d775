import { historyCases, planLimitCases, rightsCases, runCases } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { createMemoryBlobStore, type MemoryBlobStoreOptions } from '../src/memory/memory-blob-store.js';
import { createMemoryUnitOfWork } from '../src/memory/memory-unit-of-work.js';

const steps = rounds({ property: 'a history in memory is what a plain model says (steps)', test: 100, proof: 2_500 });
const commands = rounds({ property: 'rights in memory are what a plain model says (commands)', test: 500, proof: 200_000 });
const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];

describe('the service over memory adapters', () => {
  const over = (limits: Pick<MemoryBlobStoreOptions, 'maxSinglePutBytes' | 'parts'>) => () =>
    Promise.resolve({
      steps,
      commands,
      unitOfWork: createMemoryUnitOfWork(),
      blobs: createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys, ...limits }),
      close: () => Promise.resolve(),
    });

  runCases(describe, it, { ...historyCases, ...planLimitCases, ...rightsCases }, over({}));

  describe('whose URLs take 50 bytes, the rest in parts', () => {
    runCases(describe, it, { ...historyCases, ...planLimitCases }, over({ maxSinglePutBytes: 50, parts: { maxPartBytes: 20 } }));
  });
});
