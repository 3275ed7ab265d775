import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

describe('the README', () => {
  it('shows an example that runs', async () => {
    const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
    const example = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? expect.fail('there is no example');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--conditions=source', '--input-type=module', '--eval', example],
      { cwd: packageFolder },
    );
    expect(stdout).to.equal('undefined\nthe address is not one that may be connected to\n');
  });
});
