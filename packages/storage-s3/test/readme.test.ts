import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startStandIn } from '@svc/test-services/s3';
import { expect } from 'chai';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

describe('the README', () => {
  it('shows an example that runs', async () => {
    const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
    const example = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? expect.fail('there is no example');
    const server = await startStandIn({ mode: 'strict' });
    const env = {
      ...process.env,
      S3_ENDPOINT: server.endpoint,
      S3_REGION: server.region,
      S3_BUCKET: await server.newBucket(),
      S3_ACCESS_KEY_ID: server.accessKeyId,
      S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    };
    const flags = ['--import', 'tsx', '--conditions=source', '--input-type=module', '--eval', example];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: packageFolder, env });
    await server.stop();
    expect(stdout).to.equal('hello\n');
  });
});
