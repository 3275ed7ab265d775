import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';

/** The least that a test framework is. */
const framework = `
  const tests = [];
  globalThis.describe = (_title, define) => define();
  globalThis.it = (_title, run) => tests.push(run);
`;

const runAll = `
  for (const run of tests) await run();
  console.log(tests.length);
`;

describe('the README', () => {
  it('shows an example that runs', async () => {
    const edit = (example: string): string => framework + example + runAll;
    expect(Number(await runReadmeExample(new URL('..', import.meta.url), { edit }))).to.be.greaterThan(50);
  });
});
