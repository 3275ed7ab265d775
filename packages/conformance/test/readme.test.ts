import * as conformance from '@svc/conformance';
import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';

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

const runCasesOf = async (document?: URL, prelude = ''): Promise<number> => {
  const edit = (example: string): string => framework + prelude + example + runAll;
  return Number(await runReadmeExample(new URL('..', import.meta.url), { edit, ...(document && { document }) }));
};

describe('the README', () => {
  it('shows an example that runs', async () => {
    expect(await runCasesOf()).to.be.greaterThan(50);
  });

  it('has a line for each list of cases', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const lists = Object.keys(conformance).filter((name) => name.endsWith('Cases') && name !== 'runCases');
    expect(lists.filter((name) => !readme.includes(`\n| \`${name}\` `))).to.deep.equal([]);
  });
});

describe('the page on adapters', () => {
  it('shows an example that runs', async () => {
    const myStore = `
      import { createMemoryBlobStore } from '@svc/core/memory';
      const linkKeys = [{ id: 'k1', secret: new Uint8Array(32) }];
      const openMyStore = async () => ({ ...createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys }), close: async () => {} });
    `;
    const page = new URL('../../../docs/adapters.md', import.meta.url);
    expect(await runCasesOf(page, myStore)).to.be.greaterThan(50);
  });
});
