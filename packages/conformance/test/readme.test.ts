import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

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
    const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
    const example = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? expect.fail('there is no example');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--conditions=source', '--input-type=module', '--eval', framework + example + runAll],
      { cwd: packageFolder },
    );
    expect(Number(stdout)).to.be.greaterThan(50);
  });
});
