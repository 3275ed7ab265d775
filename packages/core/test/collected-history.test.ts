import { collectedCases, runCases } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { createMemoryBlobStore } from '../src/memory/memory-blob-store.js';
import { createMemoryUnitOfWork } from '../src/memory/memory-unit-of-work.js';

const collected = rounds({ property: 'a collector in memory loses nothing that is needed (steps)', test: 150, proof: 200_000 });
const races = rounds({ property: 'a race with the collector in memory loses nothing', test: 8, proof: 1_000 });
const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];

describe('the collector of chunk trees over memory adapters', () => {
  runCases(describe, it, collectedCases, () =>
    Promise.resolve({
      collected,
      races,
      unitOfWork: createMemoryUnitOfWork(),
      blobs: createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys }),
      close: () => Promise.resolve(),
    }),
  );
});
