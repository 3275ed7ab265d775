import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { runSources } from '../src/run-sources.js';
import { startCeph, startStandIn } from '../src/s3.js';
import { waitUntil } from '../src/wait-until.js';
import { plain } from './rigs/s3-bench.js';
import { signUrl } from './rigs/sign-url.js';

const source = fileURLToPath(new URL('../src/s3.ts', import.meta.url));
const script = `
  import { s3ForTests } from ${JSON.stringify(source)};
  const { endpoint, newBucket } = await s3ForTests();
  console.log('bucket at', endpoint, await newBucket());
  process.stdin.resume();
`;
/** What the process has said until it had its server. */
const answerOf = async (asker: ChildProcessWithoutNullStreams): Promise<{ said: string; endpoint: string }> => {
  let said = '';
  for await (const line of createInterface(asker.stdout)) {
    const [, endpoint] = /^bucket at (\S+) \S+$/.exec(line) ?? [];
    if (endpoint !== undefined) return { said, endpoint };
    said += line;
  }
  throw new Error(`no S3: ${said}`);
};

const answers = (endpoint: string): Promise<boolean> =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );

describe('S3 for tests', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'asker-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  /** A process that asks for S3, says which and where it is, and stays until it is killed. */
  const ask = (env: Record<string, string>): ChildProcessWithoutNullStreams => {
    const { PATH = '' } = process.env;
    const options = [...runSources, '--input-type=module', '--eval', script];
    return spawn(process.execPath, options, { env: { PATH, TMPDIR: folder, ...env } });
  };

  it('is refused where Ceph is not installed, in words that say what to install', async () => {
    const asker = ask({ PATH: '/nowhere' });
    const [complaint] = await Promise.all([text(asker.stderr), once(asker, 'exit')]);
    expect(complaint).to.include('Ceph is not installed (ceph-mon ceph-osd radosgw');
    expect(asker.exitCode).to.equal(1);
  });

  it('is the server that is named', async () => {
    const server = await startStandIn({ mode: 'strict' });
    const { endpoint, accessKeyId, secretAccessKey } = server;
    const asker = ask({
      SVC_TEST_S3_ENDPOINT: endpoint,
      SVC_TEST_S3_ACCESS_KEY_ID: accessKeyId,
      SVC_TEST_S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    const answer = await answerOf(asker);
    asker.kill('SIGKILL');
    await server.stop();
    expect(answer).to.include({ endpoint });
    expect(server.requests('CreateBucket')).to.equal(1);
  });

  it('is a Ceph, which ends with the process that asked, however that ends', async () => {
    const asker = ask({});
    const { said, endpoint } = await answerOf(asker);
    expect(said).to.include('S3 of ceph version');
    expect(await answers(endpoint)).to.equal(true);
    asker.kill('SIGKILL');
    await waitUntil('its folder is gone', async () => !(await readdir(folder)).some((name) => name.startsWith('ceph-')));
    expect(await answers(endpoint)).to.equal(false);
  });

  it('can be two Cephs side by side that know nothing of each other', async () => {
    const [first, second] = await Promise.all([startCeph(), startCeph()]);
    const bucket = await first.newBucket();
    expect((await plain(signUrl(first, 'GET', `/${bucket}`))).status).to.equal(200);
    expect((await plain(signUrl({ ...first, endpoint: second.endpoint }, 'GET', `/${bucket}`))).code).to.equal(
      'InvalidAccessKeyId',
    );
    expect((await plain(signUrl(second, 'GET', `/${bucket}`))).code).to.equal('NoSuchBucket');
    // Who ends a run of the tests may remove its folders before.
    await rm(first.folder, { recursive: true });
    await Promise.all([first.stop(), second.stop()]);
    expect(await answers(first.endpoint)).to.equal(false);
  });
});
