import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesNamed } from '../client/test-object.js';
import type { GitClient } from './git-client.js';
import { basic, batch, batchBody, clientHeaders, send } from './lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy, type WorkingCopy } from './working-copy.js';

const MOST_REQUESTS = 4;
const file = bytesNamed('file', 2000);

describe('a credential that git-lfs sends', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let copies = 0;

  before(async () => {
    world = await createLfsWorld();
    repository = await world.createRepository('credentials');
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());

  interface Prepared {
    readonly computer: GitClient;
    readonly origin: string;
    readonly copy: WorkingCopy;
  }

  /** A commit that is ready to be pushed, of bytes that no other test has sent. */
  const prepare = async (): Promise<Prepared> => {
    copies += 1;
    const computer = await world.newComputer();
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    await copy.commit({ 'file.bin': bytesNamed(`credentials ${copies}`, 2000) });
    return { computer, origin, copy };
  };

  const expectPushAndClone = async ({ computer, origin, copy }: Prepared) => {
    const push = await copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    expect(world.proxy.exchanges.filter(({ method }) => method === 'PUT')).to.have.length(1);
    const { outcome, copy: clone } = await cloneOf(computer, origin, 'fresh');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    expect(await readFile(join(clone.path, 'file.bin'))).to.deep.equal(bytesNamed(`credentials ${copies}`, 2000));
  };

  describe('as the password of Basic', () => {
    for (const kind of ['PAT', 'REPO', 'CI'] as const) {
      it(`pushes and clones when it is a ${kind} token`, async () => {
        const prepared = await prepare();
        const bound = kind === 'REPO' ? { repositoryId: repository.id } : {};
        await prepared.computer.saveCredential(repository.lfsUrl, await world.createToken({ kind, ...bound }));
        await expectPushAndClone(prepared);
      });
    }

    it('pushes and clones when it is the credential of a session', async () => {
      const prepared = await prepare();
      await prepared.computer.saveCredential(repository.lfsUrl, world.owner);
      await expectPushAndClone(prepared);
    });

    it('is asked for by a 401 and not sent before it, nor to the URLs of the bytes', async () => {
      const prepared = await prepare();
      await prepared.computer.saveCredential(repository.lfsUrl, await world.createToken());
      await expectPushAndClone(prepared);
      const [first, second] = world.proxy.exchanges;
      expect([first?.status, first?.headers.authorization]).to.deep.equal([401, undefined]);
      expect(first?.responseHeaders).to.include({
        'lfs-authenticate': 'Basic realm="svc"',
        'www-authenticate': 'Basic realm="svc"',
      });
      expect(second?.headers.authorization).to.match(/^Basic /);
      const ofBytes = world.proxy.exchanges.filter(({ method, query }) => method !== 'POST' || query.includes('token='));
      expect(ofBytes).to.have.length(3);
      expect(ofBytes.map(({ headers }) => headers.authorization)).to.deep.equal([undefined, undefined, undefined]);
    });

    it('may come with any user name', async () => {
      const token = await world.createToken();
      for (const user of ['', 'git', 'ann@example.com', 'Ä:'.slice(0, 1)]) {
        const answer = await send({
          method: 'POST',
          url: `${repository.lfsUrl}/objects/batch`,
          headers: { ...clientHeaders(), Authorization: basic(token, user) },
          body: JSON.stringify(batchBody('download', [])),
        });
        expect(answer.status, user).to.equal(200);
      }
    });
  });

  describe('as a Bearer token in http.extraheader', () => {
    it('pushes and clones', async () => {
      const prepared = await prepare();
      await prepared.computer.git(
        prepared.computer.root,
        'config',
        '--global',
        // A storage would refuse a signed URL that comes with another credential.
        `http.${world.proxy.url}/api/.extraheader`,
        `Authorization: Bearer ${await world.createToken()}`,
      );
      await expectPushAndClone(prepared);
      expect(world.proxy.exchanges.filter(({ status }) => status === 401)).to.deep.equal([]);
    });

    it('fails once and says why when it is wrong', async () => {
      const { copy } = await prepare();
      await copy.git('config', `http.${world.proxy.url}/api/.extraheader`, 'Authorization: Bearer svc_pat_wrong');
      await expectClearFailure(copy, 'The token is invalid or expired.');
    });
  });

  /** A push that ends after a handful of requests, and tells the person why. */
  const expectClearFailure = async (copy: WorkingCopy, reason: string) => {
    const push = await copy.push();
    expect(push.exitCode).to.not.equal(0);
    expect(push.stderr + push.stdout).to.contain(reason);
    expect(world.proxy.exchanges.length).to.be.within(1, MOST_REQUESTS);
    expect(world.proxy.exchanges.map(({ status }) => status)).to.deep.equal(world.proxy.exchanges.map(() => 401));
    expect(await world.listedOids(repository)).to.not.include(await oidOfHead(copy));
    expect((await copy.attempt(['config', '--get-regexp', 'locksverify'])).stdout).to.equal('');
  };

  const oidOfHead = async (copy: WorkingCopy): Promise<string> =>
    /sha256:([0-9a-f]{64})/.exec(await copy.git('show', 'HEAD:file.bin'))?.[1] ?? '';

  it('fails once when it is wrong, and is then forgotten by the credential helper', async () => {
    const { computer, copy } = await prepare();
    await computer.saveCredential(repository.lfsUrl, 'svc_pat_wrong');
    await expectClearFailure(copy, 'Git credentials for');
    expect(await computer.savedCredentials()).to.equal('');
  });

  it('fails from the next command on when its token is revoked', async () => {
    const { computer, copy } = await prepare();
    const token = await world.createToken();
    await computer.saveCredential(repository.lfsUrl, token);
    expect((await copy.push()).exitCode).to.equal(0);
    await revokeAll();
    world.proxy.forget();
    await copy.commit({ 'file.bin': file });
    await expectClearFailure(copy, 'Git credentials for');
    expect((await batch(repository.lfsUrl, token, 'download', [])).status).to.equal(401);
  });

  const revokeAll = async () => {
    const listed = await world.call(world.owner, 'GET', '/organizations/acme/tokens?limit=100');
    const ids = [...listed.bytes.toString().matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id]) => id ?? '');
    for (const id of ids) {
      expect((await world.call(world.owner, 'DELETE', `/organizations/acme/tokens/${id}`)).status).to.equal(204);
    }
  };
});
