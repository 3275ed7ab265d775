import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConsole } from '../../src/adapters/open-console.js';
import { readConfig } from '../../src/config/config.js';

describe('the console of the server', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-open-console-'));
    for (const name of ['assets', 'docs']) mkdirSync(join(folder, 'console', name), { recursive: true });
    const page = '<base href="/" /><meta name="svc-console" content="svc-console-settings" />';
    for (const name of ['index.html', 'docs/index.html']) writeFileSync(join(folder, 'console', name), page);
  });
  after(() => rmSync(folder, { recursive: true }));

  /** The origins besides its own that the pages may send requests to, by what they say of themselves. */
  const originsWith = async (bucket: string, more: Readonly<Record<string, string>>): Promise<string | undefined> => {
    const s3 = { STORAGE: 's3', S3_BUCKET: bucket, S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'secret' };
    const opened = await openConsole(readConfig({ ...s3, ...more }, folder)._unsafeUnwrap(), folder);
    const server = createServer(opened?.before((_request, response) => void response.end()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const answer = await fetch(`http://127.0.0.1:${port}/`);
      return /connect-src 'self' ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  it('lets its pages go where the signed URLs of the bucket lead to, whatever that is called', async () => {
    const frankfurt = { S3_REGION: 'eu-central-1' };
    expect(await originsWith('svc', frankfurt)).to.equal('https://svc.s3.eu-central-1.amazonaws.com');
    expect(await originsWith('files.example.org', frankfurt)).to.equal('https://s3.eu-central-1.amazonaws.com');
    expect(await originsWith('svc', { S3_REGION: 'cn-north-1' })).to.equal('https://svc.s3.cn-north-1.amazonaws.com.cn');
    const own = { S3_ENDPOINT: 'http://192.0.2.1:9000', S3_FORCE_PATH_STYLE: 'false' };
    expect(await originsWith('svc', own)).to.equal('http://192.0.2.1:9000');
  });
});
