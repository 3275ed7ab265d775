import { historyCases, runCases } from '@svc/conformance';
import { createMemoryBlobStore } from '../../src/memory/memory-blob-store.js';
import { createMemoryUnitOfWork } from '../../src/memory/memory-unit-of-work.js';

describe('the service over memory adapters', () => {
  runCases(describe, it, historyCases, () => {
    const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
    return Promise.resolve({
      unitOfWork: createMemoryUnitOfWork(),
      blobs: createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys }),
      close: () => Promise.resolve(),
    });
  });
});
