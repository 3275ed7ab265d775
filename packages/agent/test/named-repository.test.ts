import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from './rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from './rigs/scratch-home.js';
import { startTransferService, type TransferService } from './rigs/transfer-service.js';

const bytes = Buffer.from('named bytes '.repeat(5000));
const oid = createHash('sha256').update(bytes).digest('hex');

describe('a repository that is named by its slugs', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  let lfsUrl: string;
  before(async () => {
    service = await startTransferService();
    lfsUrl = `${service.baseUrl}/tests/models.git/info/lfs`;
  });
  after(() => service.close());
  beforeEach(async () => {
    scratch = await makeScratchHome();
    await writeFile(join(scratch.clone, 'file'), bytes);
  });
  afterEach(() => scratch.remove());

  const svc = async (args: readonly string[], env: Readonly<Record<string, string>> = {}, input = ''): Promise<string> => {
    const { code, stdout, stderr } = await runAgent(scratch, args, { env, input });
    expect({ code, stderr }, args.join(' ')).to.deep.equal({ code: 0, stderr: '' });
    return stdout;
  };

  /** As a person's computer has it after `git clone`: nothing but an LFS URL, and a credential for its host. */
  const useClone = async (url: string): Promise<void> => {
    await scratch.git(['config', '--file', '.lfsconfig', 'lfs.url', url]);
    await scratch.git(['config', '--global', 'credential.helper', 'store']);
    const { host } = new URL(url);
    await writeFile(join(scratch.home, '.git-credentials'), `http://token:${service.token}@${host}\n`);
  };

  const everyCommand = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
    expect(await svc(['push', 'file'], env)).to.equal(`${oid}  file\n`);
    expect(await svc(['verify', oid], env)).to.contain(': OK');
    await svc(['pull', oid, '-o', 'again'], env);
    expect((await readFile(join(scratch.clone, 'again'))).equals(bytes)).to.equal(true);
    expect(await svc(['chunk', '--json', 'file'], env)).to.contain(`"stored_bytes":${bytes.byteLength}`);
    const found = await svc(['doctor'], env);
    expect(found).to.contain(`repository ${service.repositoryId} of ${service.baseUrl}`).and.contain('ok      repository: ');
  };

  it('is found by every command that is told its names', () =>
    everyCommand({ SVC_URL: service.baseUrl, SVC_REPOSITORY: 'tests/models', SVC_TOKEN: service.token }));

  it('is found by every command that is told its LFS URL', () => everyCommand({ SVC_URL: lfsUrl, SVC_TOKEN: service.token }));

  it('is found by every command in a clone with such an LFS URL, without any setting', async () => {
    await useClone(lfsUrl);
    await everyCommand();
  });

  it('is found by git-lfs in standalone mode', async () => {
    await useClone(lfsUrl);
    await scratch.git(['lfs', 'install', '--local']);
    await svc(['install', '--standalone']);
    await svc(['push', 'file']);
    const lines = [
      { event: 'init', operation: 'download', remote: 'origin', concurrent: false },
      { event: 'download', oid, size: bytes.byteLength, action: null },
      { event: 'terminate' },
    ];
    const answer = await svc(['transfer'], {}, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(answer).to.match(/"event":"complete","oid":"[0-9a-f]{64}","path":/);
  });

  describe('where git-lfs has asked its server, and the settings name another service', () => {
    let asked: Set<string | undefined>;
    beforeEach(async () => {
      await useClone(lfsUrl);
      await svc(['push', 'file']);
      asked = new Set();
      service.intercept = ({ headers }) => {
        asked.add(headers.authorization);
        return false;
      };
    });
    afterEach(() => {
      service.intercept = undefined;
    });

    /** What git-lfs hears of an object whose place its server has said. */
    const download = async (env: Readonly<Record<string, string>>): Promise<string> => {
      const action = { href: `${service.baseUrl}/api/v1/repositories/${service.repositoryId}/lfs`, header: {} };
      const lines = [
        { event: 'init', operation: 'download', remote: 'origin', concurrent: false },
        { event: 'download', oid, size: bytes.byteLength, action },
        { event: 'terminate' },
      ];
      return svc(['transfer'], env, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    };
    const elsewhere = (): readonly string[] => ['http://127.0.0.1:9', service.baseUrl.replace('127.0.0.1', 'localhost')];

    it("is found by the clone's LFS URL, as by one with its id, and without the token of that service", async () => {
      for (const SVC_URL of elsewhere()) {
        for (const more of [{}, { SVC_REPOSITORY: '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a' }]) {
          const answer = await download({ SVC_URL, ...more, SVC_TOKEN: 'svc_pat_of_another_service' });
          expect(answer, SVC_URL).to.match(/"event":"complete","oid":"[0-9a-f]{64}","path":/);
        }
      }
      expect([...asked]).to.deep.equal([`Bearer ${service.token}`]);
    });

    it('is said not to be known, with the reason, where it is not found', async () => {
      await useClone(lfsUrl.replace('models', 'nothing'));
      const why = `there is no repository tests/nothing on ${service.baseUrl} that the credential may read`;
      for (const SVC_URL of elsewhere()) {
        expect(await download({ SVC_URL })).to.contain(`whether the LFS URL of the clone is of that is not known: ${why}`);
      }
    });
  });

  it('is said, with its server, to be none where there is none', async () => {
    const message = `there is no repository tests/nothing on ${service.baseUrl} that the credential may read`;
    const env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: 'tests/nothing', SVC_TOKEN: service.token };
    for (const args of [
      ['push', 'file'],
      ['pull', oid],
      ['verify', oid],
    ]) {
      const { code, stdout, stderr } = await runAgent(scratch, args, { env });
      expect({ code, stdout, stderr }).to.deep.equal({ code: 1, stdout: '', stderr: `svc: ${message}\n` });
    }
    const { stdout } = await runAgent(scratch, ['doctor'], { env });
    expect(stdout).to.contain(`failed  settings: ${message}\n`);
  });

  it('is not what is wrong where the service does not know the credential, or there is none', async () => {
    const env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: 'tests/models' };
    const { stdout } = await runAgent(scratch, ['doctor'], { env: { ...env, SVC_TOKEN: `${service.token}x` } });
    expect(stdout)
      .to.contain('skipped settings: the credential comes first\n')
      .and.contain(`ok      service: ${service.baseUrl} is ready\n`)
      .and.contain('failed  credential: the service does not know the credential; it may be mistyped, revoked or expired\n')
      .and.contain('skipped repository: the credential comes first\n');
    const without = await runAgent(scratch, ['doctor'], { env });
    expect(without.stdout).to.contain(`failed  credential: there is no credential for ${service.baseUrl}: set SVC_TOKEN`);
  });

  it('is said not to be found where the server is another one', async () => {
    service.intercept = (_request, response) => {
      response.writeHead(404).end('<html>');
      return true;
    };
    await useClone(lfsUrl);
    const { stderr } = await runAgent(scratch, ['pull', oid]);
    service.intercept = undefined;
    expect(stderr)
      .to.match(/^svc: [^\n]+\n$/)
      .and.contain(`${service.baseUrl} does not say which repository tests/models is`)
      .and.contain('set SVC_URL or --url');
  });
});
