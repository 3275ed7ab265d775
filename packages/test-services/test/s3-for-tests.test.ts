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
import { cephIsInstalled, startCeph, startStandIn } from '../src/s3.js';
import { waitUntil } from '../src/wait-until.js';
import { plain } from './rigs/s3-bench.js';
import { signUrl } from './rigs/sign-url.js';

const source = fileURLToPath(new URL('../src/s3.ts', import.meta.url));
const script = `
  import { s3ForTests } from ${JSON.stringify(source)};
  const { kind, endpoint, newBucket } = await s3ForTests();
  console.log(kind, endpoint, await newBucket());
  process.stdin.resume();
`;
const withoutCeph = { PATH: '/nowhere' };

/** What the process has said until it had its server. */
const answerOf = async (asker: ChildProcessWithoutNullStreams): Promise<{ said: string; kind: string; endpoint: string }> => {
  let said = '';
  for await (const line of createInterface(asker.stdout)) {
    const [, kind, endpoint] = /^(ceph|stand-in) (\S+) \S+$/.exec(line) ?? [];
    if (kind !== undefined && endpoint !== undefined) return { said, kind, endpoint };
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

  it('is the stand-in where Ceph is not installed, or where that is asked for, and says so', async () => {
    for (const [env, reason] of [
      [withoutCeph, 'Ceph is not installed'],
      [{ SVC_TEST_S3_KIND: 'stand-in' }, 'SVC_TEST_S3_KIND'],
    ] as const) {
      const asker = ask(env);
      const { said, kind } = await answerOf(asker);
      expect(kind).to.equal('stand-in');
      expect(said).to.include('stand-in').and.to.include(reason);
      asker.kill('SIGKILL');
    }
  });

  it('is refused where it has to be Ceph and that is not installed', async () => {
    const asker = ask({ ...withoutCeph, SVC_TEST_S3_KIND: 'ceph' });
    const [complaint] = await Promise.all([text(asker.stderr), once(asker, 'exit')]);
    expect(complaint).to.include('SVC_TEST_S3_KIND asks for Ceph, which is not installed (ceph-mon ceph-osd radosgw');
    expect(asker.exitCode).to.equal(1);
  });

  it('is the server that is named', async () => {
    const server = await startStandIn({ mode: 'strict' });
    const { endpoint, accessKeyId, secretAccessKey } = server;
    const asker = ask({
      SVC_TEST_S3_ENDPOINT: endpoint,
      SVC_TEST_S3_ACCESS_KEY_ID: accessKeyId,
      SVC_TEST_S3_SECRET_ACCESS_KEY: secretAccessKey,
      SVC_TEST_S3_KIND: 'stand-in',
    });
    const answer = await answerOf(asker);
    asker.kill('SIGKILL');
    await server.stop();
    expect(answer).to.include({ kind: 'stand-in', endpoint });
    expect(server.requests('CreateBucket')).to.equal(1);
  });

  if (!cephIsInstalled()) return;

  it('is Ceph where it is installed, which ends with the process that asked, however that ends', async () => {
    const asker = ask({});
    const { said, kind, endpoint } = await answerOf(asker);
    expect(kind).to.equal('ceph');
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
    await Promise.all([first.stop(), second.stop()]);
    expect(await answers(first.endpoint)).to.equal(false);
  });
});
