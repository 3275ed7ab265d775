import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { addressCertificate, testCertificate } from '@svc/test-services/certificate';
import { expect } from 'chai';
import { runAgent } from './rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from './rigs/scratch-home.js';

const repository = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';

/** Its URL. */
const listen = async (server: Server): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return `https://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
};

const close = (server: Server): void => {
  server.close();
  server.closeAllConnections();
};

describe('an authority that git trusts', () => {
  let scratch: ScratchHome;
  let server: Server;
  let baseUrl: string;
  let requests = 0;
  before(async () => {
    server = createServer(testCertificate, (_request, response) => {
      requests += 1;
      response.writeHead(404).end();
    });
    baseUrl = await listen(server);
  });
  after(() => close(server));
  beforeEach(async () => {
    requests = 0;
    scratch = await makeScratchHome();
    await writeFile(join(scratch.home, 'ca.pem'), testCertificate.cert);
    await writeFile(join(scratch.home, 'empty.pem'), 'nothing\n');
  });
  afterEach(() => scratch.remove());

  /** In an environment of its own: that of this machine may name authorities, too. */
  const svc = (command: string, env: Readonly<Record<string, string>> = {}) =>
    runAgent(scratch, [command], {
      env: { SVC_URL: baseUrl, SVC_REPOSITORY: repository, SVC_TOKEN: 'secret', ...env },
    });
  const doctor = async (env?: Readonly<Record<string, string>>): Promise<string> => (await svc('doctor', env)).stdout;

  it('is trusted for all hosts, or for the one that it is named for', async () => {
    for (const key of ['http.sslCAInfo', `http.${baseUrl}/.sslCAInfo`]) {
      await scratch.git(['config', key, '~/ca.pem']);
      requests = 0;
      expect((await svc('ls')).stderr, key).to.match(/^svc: [^\n]*404/);
      expect(requests).to.equal(1);
      await scratch.git(['config', '--unset', key]);
    }
  });

  it('is trusted for no other host', async () => {
    await scratch.git(['config', 'http.https://elsewhere.example/.sslCAInfo', '~/ca.pem']);
    expect(await doctor()).to.match(/failed {2}service: .* does not answer: self-signed certificate/);
    expect(requests).to.equal(0);
  });

  it('is seen by svc doctor, and may be named by the environment', async () => {
    expect(await doctor()).to.contain('self-signed certificate; an authority of your own is trusted where http.sslCAInfo of git');
    expect(await doctor({ GIT_SSL_CAINFO: join(scratch.home, 'ca.pem') })).to.contain('answers 404 at /readyz');
    await scratch.git(['config', 'http.sslCAInfo', '~/ca.pem']);
    expect(await doctor()).to.contain('answers 404 at /readyz');
  });

  it('takes away none of those that Node trusts', async () => {
    await writeFile(join(scratch.home, 'other.pem'), rootCertificates[0] ?? '');
    await scratch.git(['config', 'http.sslCAInfo', '~/other.pem']);
    expect(await doctor({ NODE_EXTRA_CA_CERTS: join(scratch.home, 'ca.pem') })).to.contain('answers 404 at /readyz');
  });

  it('is missed in one line where its file is of no use', async () => {
    for (const [file, why] of [
      ['missing.pem', 'cannot be read (ENOENT)'],
      ['empty.pem', 'has no certificate'],
    ] as const) {
      await scratch.git(['config', 'http.sslCAInfo', `~/${file}`]);
      expect(await svc('ls')).to.deep.equal({
        code: 1,
        stdout: '',
        stderr: `svc: http.sslCAInfo: ${join(scratch.home, file)} ${why}\n`,
      });
    }
  });
});

describe('a certificate of the client', () => {
  let scratch: ScratchHome;
  let server: Server;
  let baseUrl: string;
  before(async () => {
    const { cert, key } = testCertificate;
    server = createServer({ cert, key, ca: cert, requestCert: true }, (_request, response) => response.writeHead(404).end());
    baseUrl = await listen(server);
  });
  after(() => close(server));
  beforeEach(async () => {
    scratch = await makeScratchHome();
    const files = {
      'ca.pem': testCertificate.cert,
      'key.pem': testCertificate.key,
      'both.pem': testCertificate.cert + testCertificate.key,
      'other-key.pem': addressCertificate.key,
      'locked.pem': '-----BEGIN ENCRYPTED PRIVATE KEY-----\n',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(scratch.home, name), text);
  });
  afterEach(() => scratch.remove());

  const problem = async (env: Readonly<Record<string, string>> = {}): Promise<string> => {
    const GIT_SSL_CAINFO = join(scratch.home, 'ca.pem');
    const { code, stderr } = await runAgent(scratch, ['ls'], {
      env: { SVC_URL: baseUrl, SVC_REPOSITORY: repository, SVC_TOKEN: 'secret', GIT_SSL_CAINFO, ...env },
    });
    expect(code).to.equal(1);
    return stderr;
  };

  it('is shown where git shows it, to a host that lets in nobody without one', async () => {
    expect(await problem()).to.contain('wants a certificate of its client: http.sslCert of git names it');
    await scratch.git(['config', `http.${baseUrl}/.sslCert`, '~/ca.pem']);
    await scratch.git(['config', `http.${baseUrl}/.sslKey`, '~/key.pem']);
    expect(await problem()).to.match(/^svc: [^\n]*404/);
  });

  it('is named by the environment, too, and may lie in one file with its key', async () => {
    expect(await problem({ GIT_SSL_CERT: join(scratch.home, 'both.pem') })).to.match(/^svc: [^\n]*404/);
  });

  it('is shown to no other host', async () => {
    await scratch.git(['config', 'http.https://elsewhere.example/.sslCert', '~/both.pem']);
    expect(await problem()).not.to.contain('404');
  });

  it('is missed in one line where its files are of no use', async () => {
    const path = (name: string): string => join(scratch.home, name);
    for (const [certificate, key, why] of [
      ['missing.pem', 'key.pem', `http.sslCert: ${path('missing.pem')} cannot be read (ENOENT)`],
      ['ca.pem', 'missing.pem', `http.sslKey: ${path('missing.pem')} cannot be read (ENOENT)`],
      ['ca.pem', 'locked.pem', `http.sslKey: ${path('locked.pem')} is protected by a password, for which svc does not ask`],
      [
        'ca.pem',
        'other-key.pem',
        `http.sslCert: ${path('ca.pem')} is no certificate to which the key in ${path('other-key.pem')} belongs`,
      ],
    ] as const) {
      expect(await problem({ GIT_SSL_CERT: path(certificate), GIT_SSL_KEY: path(key) })).to.equal(`svc: ${why}\n`);
    }
  });
});
