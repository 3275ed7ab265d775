import { createNodeCodec } from '@svc/codec-node';
import { createSeededRandom } from '@svc/conformance';
import { isOid } from '@svc/core';
import { encodeManifest } from '@svc/core/packs';
import type { ChunkCodec } from '@svc/core/ports';
import { rounds } from '@svc/test-services/rounds';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { unlimitedRate } from '../bytes/byte-server.js';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { expectStatus } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { bytesNamed, objectOf, type TestObject } from '../client/test-object.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';
import { createTreeClient } from '../tree/tree-client.js';
import { mapOf, type TreeObject, treeObjectOf } from '../tree/tree-object.js';

const kills = rounds({ property: 'a server that is killed while it rewrites packs loses no byte', test: 1, proof: 200 });
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));

const hurried = {
  NODE_OPTIONS: `--import=${new URL('./hurried-collector.mjs', import.meta.url).href}`,
  GC_RECLAIM: 'true',
  // A visit takes a second or two, so that most kills meet one.
  GC_BYTES_PER_SECOND: String(4 * 1024 * 1024),
};
const dayAndMore = 25 * 3_600_000;
const objectBytes = 4 * 1024 * 1024;
const packBytes = 512 * 1024;
/** How long after its first new file a visit is rewriting still, about. */
const rewritingMs = 600;

const counted = z.array(z.object({ count: z.coerce.number() }));

/** An object of every other chunk of another one, which lies in the packs of that: half of each is dead when the other one goes. */
const everyOther = (codec: ChunkCodec, whole: TreeObject): TreeObject => {
  const pieces: Buffer[] = [];
  let at = 0;
  const kept = whole.chunks.filter(({ rawBytes }, index) => {
    const isKept = index % 2 === 0;
    if (isKept) pieces.push(whole.bytes.subarray(at, at + rawBytes));
    at += rawBytes;
    return isKept;
  });
  const object = objectOf(Buffer.concat(pieces));
  const map = mapOf(codec, kept);
  if (!isOid(object.oid)) throw new Error(`${object.oid} is no oid`);
  const manifest = encodeManifest({ oid: object.oid, sizeBytes: object.size, profile: 'fastcdc-16k', maps: [map.entry] });
  return {
    ...object,
    packs: [],
    maps: [map.file],
    manifest: { path: `assets/${object.oid}/manifest.json`, bytes: manifest },
    chunks: kept,
  };
};

describe(`a server that is killed ${kills} times while it rewrites packs (seed ${seed})`, () => {
  const random = createSeededRandom(seed);
  const kept: TestObject[] = [];
  let codec: ChunkCodec;
  let server: TestServerProcess;
  let organizationId: string;
  let repositoryId: string;
  let metRewriting = 0;
  /** How long a visit takes that nobody cuts off, about. */
  let visitMs = 1500;
  before(async () => {
    codec = await createNodeCodec();
    server = await startServerProcess({ environment: { DEFAULT_PLAN: 'business', ...unlimitedRate, LOG_LEVEL: 'info' } });
    await withApi(async (api) => {
      ({ id: repositoryId, organizationId } = await api.createRepository('rewritten'));
    });
  });
  after(async () => {
    console.log(`      ${metRewriting} of ${kills} kills met a visit that was rewriting packs`);
    await server.close();
  });

  const withApi = async (act: (api: ApiClient) => Promise<void>): Promise<void> => {
    const api = createApiClient(server.baseUrl, server.adminToken);
    await act(api).finally(() => api.close());
  };
  const withRepository = (act: (repository: RepositoryClient) => Promise<void>): Promise<void> =>
    withApi((api) => act(createRepositoryClient(api, repositoryId, organizationId)));

  /** What was pushed is more than a day old, what was removed is forgotten, and the tree is due. */
  const age = async (): Promise<void> => {
    for (const statement of [
      'delete from quarantined_objects',
      `update tree_files set changed_at = changed_at - ${dayAndMore}`,
      `update packs set verified_at = verified_at - ${dayAndMore}`,
      'update tree_collections set due_at = 0',
    ])
      await server.place.write(statement);
  };

  const manifestsOf = async (): Promise<string> => {
    const { hex } = server.place.sql;
    return JSON.stringify(
      (await server.place.rows(`select ${hex('oid')} as oid, ${hex('manifest_sha256')} as m from objects order by oid`))[0],
    );
  };

  const countFiles = async (): Promise<number> => {
    const [rows] = await server.place.rows('select count(*) as count from tree_files');
    return counted.parse(rows)[0]?.count ?? 0;
  };

  const visitsTold = (): number => server.output().split('garbage collected').length;

  const expectWhole = async (): Promise<void> => {
    const checked = await server.command('fsck', '--read-data');
    expect(checked.code, checked.stdout + checked.stderr).to.equal(0);
    await server.start();
    await withRepository(async (repository) => {
      for (const object of kept) await repository.expectDownload(object);
    });
    await server.stop();
  };

  for (let round = 1; round <= kills; round += 1) {
    it(`has every object, byte for byte, and nothing that a check finds: kill ${round}`, async () => {
      const whole = treeObjectOf(codec, bytesNamed(`whole ${seed} ${round}`, objectBytes), packBytes, 'fastcdc-16k');
      const half = everyOther(codec, whole);
      await withRepository(async (repository) => {
        const tree = createTreeClient(repository, server.baseUrl, server.adminToken);
        await tree.push(whole);
        await tree.push(half);
        expectStatus(await repository.api.call('DELETE', `/repositories/${repositoryId}/objects/${whole.oid}`), 204);
      });
      kept.push(half);
      await server.stop();
      await age();
      const before = await manifestsOf();
      const visitsBefore = visitsTold();
      const filesBefore = await countFiles();
      await server.start(hurried);
      // Most are killed once the first new file is in the books, some at any moment.
      if (random.integer(4) > 0) {
        await waitUntil('a pack is rewritten', async () => (await countFiles()) > filesBefore || visitsTold() > visitsBefore);
        await sleep(random.integer(rewritingMs));
      } else await sleep(random.integer(visitMs));
      await server.kill();
      if ((await countFiles()) > filesBefore && visitsTold() === visitsBefore) metRewriting += 1;
      await expectWhole();

      // The next visit ends what was cut off.
      await age();
      const visits = visitsTold();
      const begun = performance.now();
      await server.start(hurried);
      await waitUntil('the visit is over', () => visitsTold() > visits);
      expect(await manifestsOf(), 'where the objects lie').to.not.equal(before);
      visitMs = Math.ceil(performance.now() - begun);
      await server.stop();
      await expectWhole();
      if (round < kills) await server.start();
    });
  }
});
