import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';

/** What the example leaves to its reader. */
const application = `
import { createApplication, portableHasher } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import { createCountedRandom, createFixedClock, createMemoryBlobStore, createMemoryUnitOfWork } from '@svc/core/memory';

const settings = { baseUrl: 'https://files.example.com', linkKeys: [{ id: 'k1', secret: new Uint8Array(32) }], defaultPlan: 'team' };
const application = createApplication({
  unitOfWork: createMemoryUnitOfWork(),
  blobs: createMemoryBlobStore(settings),
  clock: createFixedClock(),
  random: createCountedRandom(),
  hasher: portableHasher,
  codec: portableCodec(),
  settings,
});
`;

/** Asks the server of the example once. */
const listen = `.listen(0, '127.0.0.1', async function () {
  const answer = await fetch('http://127.0.0.1:' + this.address().port + '/api/v1/plans');
  console.log(answer.status, Object.keys(await answer.json()).join());
  process.exit();
})`;

describe('the README', () => {
  it('shows an example that serves the API', async () => {
    const edit = (example: string): string => application + example.replace('.listen(8080)', listen);
    expect(await runReadmeExample(new URL('..', import.meta.url), { edit })).to.equal('200 plans\n');
  });
});
