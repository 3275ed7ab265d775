import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createApiClient } from '../client/api-client.js';
import { expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { bytesNamed, named, objectOf, sha256 } from '../client/test-object.js';
import { authorizeAnswer, sessionAnswer } from '../client/wire.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { createOrigin, createWorkingCopy, type WorkingCopy } from '../git-lfs/working-copy.js';
import { agent, type AgentOptions } from './agent-process.js';
import { sentBytes, wholeUploads } from './tree-traffic.js';

const sizeBytes = 8 * 1024 * 1024;
/** Of what comes next after a hundredth was changed, with lists of chunks and the chunks at both ends of the change. */
const mostSentBytes = sizeBytes / 8;

const summaryAnswer = z.object({
  storage: z.object({
    layouts: z.object({ whole: z.object({ object_count: z.number() }), chunks: z.object({ object_count: z.number() }) }),
  }),
});

const artifactsAnswer = z.object({ artifacts: z.array(z.object({ oid: z.string() })) });

const pushAnswer = z.object({ oid: z.string(), sent_bytes: z.number() });

describe('the version before, which git-lfs has pushed whole', () => {
  let world: LfsWorld;
  let computer: GitClient;
  let repository: RepositoryName;
  let copy: WorkingCopy;
  let service: AgentOptions & { readonly folder: string };
  let first: Buffer;
  let second: Buffer;
  before(async () => {
    const settings = { GC_RECLAIM: 'true', DEDUPLICATE_BYTES_PER_SECOND: '1000000000' };
    world = await createLfsWorld({ ...settings, RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
  });
  after(() => world.close());

  /** Stock git-lfs pushes the first version of a file. */
  const begin = async (name: string): Promise<void> => {
    repository = await world.createRepository(name);
    computer = await world.newComputer();
    const token = await world.createToken();
    await computer.saveCredential(repository.lfsUrl, token);
    copy = await createWorkingCopy(computer, await createOrigin(computer), repository.lfsUrl);
    service = {
      env: { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: token },
      folder: copy.path,
    };
    first = bytesNamed(name, sizeBytes);
    second = Buffer.from(first);
    bytesNamed(`change of ${name}`, sizeBytes / 100).copy(second, sizeBytes / 3);
    await copy.commit({ 'model.bin': first });
    const push = await copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    expect(wholeUploads(world.proxy)).to.have.length(1);
    world.proxy.forget();
  };

  const layouts = async () => {
    const answer = await world.call(world.owner, 'GET', `/repositories/${repository.id}/storage/summary`);
    const { whole, chunks } = read(answer, 200, summaryAnswer).storage.layouts;
    return { whole: whole.object_count, chunks: chunks.object_count };
  };

  const push = async (bytes: Buffer) => {
    await writeFile(join(service.folder, 'model.bin'), bytes);
    return pushAnswer.parse(JSON.parse(await agent(computer, ['push', '--json', 'model.bin'], service)));
  };

  /** As a person without Git does, by an upload session; resolves when it is found by its name. */
  const uploadWhole = async (client: RepositoryClient, name: string, bytes: Buffer): Promise<void> => {
    const { api, id, organizationId } = client;
    const object = objectOf(bytes);
    const { session } = read(await client.open(), 201, sessionAnswer);
    const body = { objects: [{ ...named(object), name }] };
    const authorized = await api.call('POST', `/repositories/${id}/uploads/${session.id}/objects`, body);
    await client.put(read(authorized, 200, authorizeAnswer).objects[0]?.upload_url ?? '', bytes);
    expectStatus(await client.complete(session.id, object), 204);
    expectStatus(await client.finalize(session.id), 200);
    await waitUntil('it is found by its name', async () => {
      const found = await api.call('GET', `/organizations/${organizationId}/artifacts?repo=${id}&q=${name}`);
      return read(found, 200, artifactsAnswer).artifacts.some(({ oid }) => oid === object.oid);
    });
  };

  const expectStored = async (...versions: readonly Buffer[]): Promise<void> => {
    for (const version of versions) {
      await agent(computer, ['pull', '-o', 'pulled', sha256(version)], service);
      expect((await readFile(join(service.folder, 'pulled'))).equals(version)).to.equal(true);
    }
  };

  it('is cut first when svc push sends the next one, of which only what changed is sent', async () => {
    await begin('pushed by svc');
    expect(await layouts()).to.deep.equal({ whole: 1, chunks: 0 });
    const pushed = await push(second);
    expect(pushed.oid).to.equal(sha256(second));
    expect(pushed.sent_bytes).to.be.below(mostSentBytes);
    expect(sentBytes(world.proxy)).to.be.below(mostSentBytes);
    expect(await layouts()).to.deep.equal({ whole: 0, chunks: 2 });
    await expectStored(first, second);
  });

  it('is cut first when the agent of git-lfs pushes the next commits', async () => {
    await begin('pushed by git');
    await agent(computer, ['install'], { folder: copy.path });
    const third = Buffer.from(second);
    bytesNamed('another change', sizeBytes / 100).copy(third, sizeBytes / 2);
    await copy.commit({ 'model.bin': second });
    await copy.commit({ 'model.bin': third });
    const outcome = await copy.push();
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    expect(wholeUploads(world.proxy)).to.deep.equal([]);
    expect(sentBytes(world.proxy)).to.be.below(2 * mostSentBytes);
    expect(await layouts()).to.deep.equal({ whole: 0, chunks: 3 });
    await expectStored(first, second, third);
  });

  it('is cut first where no history is, too, when the service has it whole by the name of the file', async () => {
    const api = createApiClient(world.server.baseUrl, world.owner);
    const client = await api.createRepository('named');
    repository = { id: client.id, lfsUrl: '' };
    computer = await world.newComputer();
    const folder = await mkdtemp(join(computer.root, 'folder-'));
    service = { env: { SVC_URL: world.proxy.url, SVC_REPOSITORY: client.id, SVC_TOKEN: world.owner }, folder };
    [first, second] = [bytesNamed('by name', sizeBytes), bytesNamed('by name', sizeBytes)];
    bytesNamed('change by name', sizeBytes / 100).copy(second, sizeBytes / 3);
    await uploadWhole(client, 'model.bin', first);
    api.close();
    world.proxy.forget();
    const pushed = await push(second);
    expect(pushed.oid).to.equal(sha256(second));
    expect(sentBytes(world.proxy)).to.be.below(mostSentBytes);
    expect(await layouts()).to.deep.equal({ whole: 0, chunks: 2 });
    await expectStored(first, second);
  });

  it('stays whole where the next one has nothing of it, or its repository wants no conversion', async () => {
    await begin('left alone');
    const { bytes: other } = objectOf(bytesNamed('something else', sizeBytes));
    expect((await push(other)).sent_bytes).to.be.at.least(sizeBytes);
    const path = `/repositories/${repository.id}`;
    expect((await world.call(world.owner, 'PATCH', path, { deduplicate: 'off' })).status).to.equal(200);
    expect((await push(second)).sent_bytes).to.be.at.least(sizeBytes);
    expect(await layouts()).to.deep.equal({ whole: 1, chunks: 2 });
    await expectStored(first, other, second);
  });
});
