import { newDatabase } from '@svc/test-services/postgres';
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

describe('the README', () => {
  it('shows an example that runs', async () => {
    const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
    const example = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? expect.fail('there is no example');
    const database = await newDatabase();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--conditions=source', '--input-type=module', '--eval', example],
      { cwd: packageFolder, env: { ...process.env, DATABASE_URL: database.url } },
    );
    await database.drop();
    expect(stdout).to.equal('ready\ntrue\n');
  });
});
