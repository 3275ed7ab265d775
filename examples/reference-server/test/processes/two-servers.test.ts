import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { agent } from '../agent/agent-process.js';
import { unlimitedRate } from '../bytes/byte-server.js';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { expectStatus, read } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { bytesNamed, objectNamed, sha256 } from '../client/test-object.js';
import { authorizeAnswer, finalizeAnswer, generationAnswer, sessionAnswer } from '../client/wire.js';
import { createLfsWorldWithProcess, type LfsWorldWithProcess } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy } from '../git-lfs/working-copy.js';
import { statusOf } from '../serve/status-of.js';
import { postgresS3Place } from '../server/postgres-s3-place.js';
import type { ServerPlace } from '../server/server-place.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';

const rounds = 4;
const rivals = 16;
const tokenAnswer = z.object({ secret: z.string(), token: z.object({ id: z.string() }) });

describe('two servers on one database and one bucket', () => {
  let place: ServerPlace;
  let first: LfsWorldWithProcess;
  let second: TestServerProcess;
  let apiOfFirst: ApiClient;
  let apiOfSecond: ApiClient;
  before(async () => {
    place = await postgresS3Place();
    first = await createLfsWorldWithProcess({ DEFAULT_PLAN: 'business', ...unlimitedRate }, place);
    second = await startServerProcess({ place, environment: { ...unlimitedRate, BASE_URL: first.proxy.url, LOG_LEVEL: 'warn' } });
    apiOfFirst = createApiClient(first.server.baseUrl, first.owner);
    apiOfSecond = createApiClient(second.baseUrl, first.owner);
  });
  after(async () => {
    apiOfFirst.close();
    apiOfSecond.close();
    await second.close();
    await first.close();
    await place.drop();
  });

  /** A repository, as clients of either server see it. */
  const sharedRepository = async (name: string): Promise<readonly [RepositoryClient, RepositoryClient]> => {
    const { id } = await first.createRepository(name);
    return [createRepositoryClient(apiOfFirst, id, 'acme'), createRepositoryClient(apiOfSecond, id, 'acme')];
  };

  it('know each other’s first owner', async () => {
    expect(await statusOf(second, '/users/me', first.owner)).to.equal(200);
    expect(await statusOf(first.server, '/users/me', second.adminToken)).to.equal(200);
  });

  it('refuse a token from the next request on that was revoked on the other', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const body = { name: `round ${round}`, scopes: ['repo:read'] };
      const { secret, token } = read(await apiOfFirst.call('POST', '/organizations/acme/tokens', body), 201, tokenAnswer);
      expect(await statusOf(second, '/organizations/acme', secret)).to.equal(200);
      expectStatus(await apiOfFirst.call('DELETE', `/organizations/acme/tokens/${token.id}`), 204);
      expect(await statusOf(second, '/organizations/acme', secret)).to.equal(401);
    }
  });

  it('shut a user out from the next request on whom a command on the other has suspended', async () => {
    const credential = await first.addUser('ada@example.com', 'DEVELOPER');
    expect(await statusOf(second, '/users/me', credential)).to.equal(200);
    expect(await first.server.command('user', 'suspend', 'ada@example.com')).to.include({ code: 0 });
    expect(await statusOf(second, '/users/me', credential)).to.equal(403);
    expect(await second.command('user', 'resume', 'ada@example.com')).to.include({ code: 0 });
    expect(await statusOf(first.server, '/users/me', credential), 'a session from before').to.equal(401);
    const { stdout } = await first.server.command('session', 'create', 'ada@example.com');
    expect(await statusOf(second, '/users/me', stdout.trim())).to.equal(200);
  });

  it('let an upload begin on one and be completed on the other, and finalize it once when both are asked at the same time', async () => {
    const [one, other] = await sharedRepository('handed over');
    for (let round = 1; round <= rounds; round += 1) {
      const object = objectNamed(`handed over ${round}`, 40_000);
      const { session } = read(await one.open(`handed-over-${round}`), 201, sessionAnswer);
      expect(read(await other.open(`handed-over-${round}`), 200, sessionAnswer).session.id).to.equal(session.id);
      const [entry] = read(await other.authorize(session.id, [object]), 200, authorizeAnswer).objects;
      expectStatus(await one.put(entry?.upload_url ?? '', object.bytes), 200);
      const completed = await Promise.all(
        Array.from({ length: rivals }, (_, at) => (at % 2 === 0 ? one : other).complete(session.id, object)),
      );
      for (const answer of completed) expectStatus(answer, 204);
      const finalized = await Promise.all(
        Array.from({ length: rivals }, (_, at) => (at % 2 === 0 ? one : other).finalize(session.id)),
      );
      const bodies = finalized.map((answer) => read(answer, 200, finalizeAnswer));
      for (const body of bodies) expect(body).to.deep.equal(bodies[0]);
      expect(bodies[0]?.generation).to.equal(round);
      await one.expectDownload(object);
      await other.expectDownload(object);
    }
    const seen = await apiOfSecond.call('GET', `/repositories/${one.id}`);
    expect(read(seen, 200, generationAnswer).repository.generation).to.equal(rounds);
    expect(await one.usage()).to.deep.equal(await other.usage());
  });

  it('serve git-lfs and svc behind a proxy that asks them in turn', async () => {
    first.proxy.forwardTo(first.server.port, second.port);
    const repository = await first.createRepository('in turn');
    const computer = await first.newComputer();
    const token = await first.createToken();
    await computer.saveCredential(repository.lfsUrl, token);
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`part-${at}.bin`, bytesNamed(`in turn ${at}`, 1 + at * 5000)]),
    );
    await copy.commit(files);
    const push = await copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);

    const large = bytesNamed('in turn, in chunks', 6_000_000);
    const path = join(computer.root, 'large.bin');
    await writeFile(path, large);
    const service = { env: { SVC_URL: first.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: token } };
    expect(await agent(computer, ['push', path], service)).to.contain(sha256(large));
    await agent(computer, ['verify', sha256(large)], service);
    await agent(computer, ['pull', sha256(large), '-o', `${path}.pulled`], service);
    expect((await readFile(`${path}.pulled`)).equals(large)).to.equal(true);

    const { outcome, copy: clone } = await cloneOf(computer, origin, 'fresh');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    for (const [name, bytes] of Object.entries(files)) {
      expect((await readFile(join(clone.path, name))).equals(bytes), name).to.equal(true);
    }
    expect(await first.generationOf(repository)).to.equal(Object.keys(files).length + 1);
  });
});
