import { createNodeCodec } from '@svc/codec-node';
import { type Fault, type StandIn, startStandIn } from '@svc/test-services/s3';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlimitedRate } from '../bytes/byte-server.js';
import { uploadPaths } from '../bytes/upload-path.js';
import { createApiClient } from '../client/api-client.js';
import { expectStatus } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { bytesNamed, objectNamed } from '../client/test-object.js';
import { createLfsWorldWithProcess, type LfsWorldWithProcess } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy } from '../git-lfs/working-copy.js';
import { postgresS3Place } from '../server/postgres-s3-place.js';
import type { ServerPlace } from '../server/server-place.js';
import { createTreeClient } from '../tree/tree-client.js';
import { treeObjectOf } from '../tree/tree-object.js';
import { expectNotReady, expectUnavailable, untilReady } from './outage.js';

const files = 12;
const outages: readonly (readonly [string, Fault])[] = [
  ['nobody listens', { kind: 'refuse' }],
  ['every connection is reset', { kind: 'reset' }],
  ['every answer is 500', { kind: 'internal_error' }],
  ['every answer is 503', { kind: 'slow_down' }],
];

describe('a storage that fails while the server works', () => {
  let s3: StandIn;
  let place: ServerPlace;
  let world: LfsWorldWithProcess;
  before(async () => {
    s3 = await startStandIn({ mode: 'strict' });
    place = await postgresS3Place({ s3 });
    world = await createLfsWorldWithProcess({ DEFAULT_PLAN: 'business', ...unlimitedRate }, place);
  });
  after(async () => {
    await world.close();
    await place.drop();
    await s3.stop();
  });
  afterEach(async () => {
    world.proxy.interfere(() => undefined);
    await s3.heal();
  });

  const newRepository = async (name: string): Promise<RepositoryClient> => {
    const { id } = await world.createRepository(name);
    return createRepositoryClient(createApiClient(world.server.baseUrl, world.owner, { isPatient: false }), id, 'acme');
  };

  for (const [what, fault] of outages) {
    it(`is 503 with Retry-After for whatever needs it when ${what}, and goes on where it was when that is over`, async () => {
      const pid = world.server.pid();
      const repository = await newRepository(what);
      const tree = createTreeClient(repository, world.server.baseUrl, world.owner);
      const inChunks = treeObjectOf(await createNodeCodec(), bytesNamed(what, 50_000));
      const begun = await Promise.all(
        uploadPaths.map(async (path) => {
          const object = objectNamed(`${path.name}, ${what}`, 50_000);
          const upload = await path.begin(repository, object);
          expectStatus(await upload.put(object.bytes), 200);
          return { path, object, upload };
        }),
      );

      await s3.inject(fault);
      await expectNotReady(world, pid);
      for (const { upload } of begun) expectUnavailable(await upload.verify());
      const [pack] = inChunks.packs;
      if (pack === undefined) throw new Error('the object has a pack');
      expectUnavailable(await tree.put(pack));
      // What the database alone can answer goes on.
      expectStatus(await repository.batch('upload', [objectNamed('asked for meanwhile', 100)]), 200);
      expect(await repository.objects()).to.deep.equal([]);

      await s3.heal();
      await untilReady(world);
      for (const { path, object, upload } of begun) {
        expectStatus(await upload.verify(), path.verifiedStatus);
        await upload.publish();
        await repository.expectDownload(object);
      }
      await tree.push(inChunks);
      await repository.expectDownload(inChunks);
      expect(world.server.pid()).to.equal(pid);
      repository.api.close();
    });
  }

  it('finalizes all the same when a body breaks off, and is 503 with Retry-After when all of them do', async () => {
    const repository = await newRepository('broken off');
    const tree = createTreeClient(repository, world.server.baseUrl, world.owner);
    const object = treeObjectOf(await createNodeCodec(), bytesNamed('broken off', 3_000_000));
    for (const file of [...object.packs, ...object.maps, object.manifest]) expectStatus(await tree.put(file), 201);
    const broken: Fault = { kind: 'truncated_body' };
    await s3.inject(broken, { operations: ['GetObject'] });
    expectUnavailable(await tree.finalize(object));
    await s3.heal();
    await s3.inject(broken, { operations: ['GetObject'], times: 2 });
    expectStatus(await tree.finalize(object), 200);
    await s3.heal();
    await repository.expectDownload(object);
    repository.api.close();
  });

  it('fails a push of git-lfs, which a plain retry finishes, and nothing is lost', async () => {
    const repository = await world.createRepository('pushed');
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    await computer.git(computer.root, 'config', '--global', 'lfs.transfer.maxretries', '2');
    await computer.git(computer.root, 'config', '--global', 'lfs.transfer.maxretrydelay', '1');
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    const content = Object.fromEntries(
      Array.from({ length: files }, (_, at) => [`part-${at}.bin`, bytesNamed(`outage ${at}`, 20_000 + at)]),
    );
    await copy.commit(content);
    world.proxy.forget();
    let failing: Promise<void> | undefined;
    world.proxy.interfere(async () => {
      const puts = world.proxy.exchanges.filter(({ method }) => method === 'PUT');
      if (puts.length === files / 2) failing ??= s3.inject({ kind: 'refuse' });
      await failing;
      return undefined;
    });
    expect((await copy.push()).exitCode).to.not.equal(0);
    expect(failing).to.not.equal(undefined);

    world.proxy.interfere(() => undefined);
    await s3.heal();
    await untilReady(world);
    const again = await copy.push();
    expect(again.exitCode, again.stderr).to.equal(0);
    expect(await world.listedOids(repository)).to.have.length(files);
    const { outcome, copy: clone } = await cloneOf(computer, origin, 'fresh');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    for (const [name, bytes] of Object.entries(content)) {
      expect((await readFile(join(clone.path, name))).equals(bytes), name).to.equal(true);
    }
  });
});
