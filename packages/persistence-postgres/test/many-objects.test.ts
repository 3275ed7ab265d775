import type { Application } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import {
  type ChunkName,
  manifestPath,
  type MapName,
  mapPath,
  type PackName,
  packPath,
  stagingKey,
  type TreePath,
  trusted,
  type UploadSessionId,
} from '@svc/core/model';
import { createPackWriter, encodeChunkMap, encodeManifest } from '@svc/core/packs';
import type { BlobStore, Records } from '@svc/core/ports';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { ok, type Result } from 'neverthrow';
import { oidOf, once } from './rigs/bytes.js';
import { generousTimeouts } from './rigs/generous-timeouts.js';
import { connectOutside, type Outside } from './rigs/outside.js';
import { createService, sharedBlobs, type Somebody, somebody, valueOf } from './rigs/service.js';

const blake3 = portableCodec().blake3Hex;

/** An object of one chunk, with all that has to be sent before it is finalized. */
const chunkedObject = () => {
  const content = randomBytes(100);
  const chunk = trusted<ChunkName>(blake3(content));
  const writer = createPackWriter();
  writer.add({ name: chunk, encoded: { encoding: 0, bytes: content }, rawBytes: content.byteLength });
  const { parts, entries } = writer.finish();
  const pack = Buffer.concat(parts);
  const packName = trusted<PackName>(blake3(pack));
  const map = encodeChunkMap(entries.map((entry) => ({ ...entry, pack: packName })));
  const mapName = trusted<MapName>(blake3(map));
  const object = { oid: oidOf(content), sizeBytes: content.byteLength };
  const maps = [{ name: mapName, sizeBytes: object.sizeBytes, chunkCount: 1 }];
  const files: readonly (readonly [TreePath, Uint8Array])[] = [
    [packPath(packName), pack],
    [mapPath(mapName), map],
    [manifestPath(object.oid), encodeManifest({ ...object, profile: 'fastcdc-16k', maps })],
  ];
  return { object, files };
};

describe('objects of which many are registered or removed at once in PostgreSQL', () => {
  let database: TestDatabase;
  let outside: Outside;
  /** Another one, since a transaction sees for as long as it lasts who was at work when it looked first. */
  let looking: Outside;
  let registering: PostgresDatabase;
  let other: PostgresDatabase;
  let blobs: BlobStore;
  let service: Application;
  let one: Somebody;
  let givenUp: number;
  beforeEach(async () => {
    database = await newDatabase();
    const options = { url: database.url, ...generousTimeouts };
    const onStatement = (text: string): void => {
      if (text === 'rollback') givenUp += 1;
    };
    registering = await openPostgresDatabase({ ...options, onStatement });
    other = await openPostgresDatabase(options);
    [outside, looking] = [await connectOutside(database.url), await connectOutside(database.url)];
    blobs = sharedBlobs();
    service = createService(registering.unitOfWork, registering.clock, blobs);
    one = await somebody(service);
    givenUp = 0;
  });
  afterEach(async () => {
    for (const each of [registering, other]) await each.close();
    for (const each of [outside, looking]) await each.close();
    await database.drop();
  });

  const send = async (files: readonly (readonly [TreePath, Uint8Array])[]): Promise<void> => {
    for (const [path, bytes] of files) {
      valueOf(await service.tree.receive(one.push, path, { declaredBytes: bytes.byteLength, bytes: once(bytes) }));
    }
  };

  const waiting = (forSeconds = 0): Promise<number> =>
    looking.count(`
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query_start <= clock_timestamp() - make_interval(secs => ${forSeconds})`);

  /** Holds the rows that a change comes to when it has registered or removed objects. */
  const holdArtifacts = async (): Promise<void> => {
    const { organizationId } = one.push.repository;
    await outside.query(
      `insert into artifact_clocks (organization_id, last_us, unindexed) values ($1, 0, 0) on conflict do nothing`,
      [organizationId],
    );
    await outside.query('begin');
    for (const table of ['artifact_clocks', 'artifact_counts']) {
      await outside.query(`select from ${table} where organization_id = $1 for update`, [organizationId]);
    }
  };

  /** Holds what a session reads before it registers its objects. */
  const holdSessionObjects = async (): Promise<void> => {
    await outside.query('begin');
    await outside.query('lock table upload_objects in access exclusive mode');
  };

  /** Uploads count while the change is held up. */
  const uploadMeanwhile = async <T>(change: () => PromiseLike<T>, holdUp = holdArtifacts): Promise<T> => {
    const { organizationId, repositoryId } = one.push.repository;
    await holdUp();
    const changed = change();
    // A first try may have given up before.
    await waitUntil('it waits for as long as it takes', async () => (await waiting(1)) === 1);
    const before = givenUp;
    let left = 2;
    const countMeanwhile = async (count: (usage: Records['usage']) => Promise<unknown>): Promise<void> => {
      valueOf(await other.unitOfWork.transact(async ({ usage }): Promise<Result<unknown, never>> => ok(await count(usage))));
      left -= 1;
    };
    const upload = { organizationId, repositoryId, storageMode: 'managed', bytes: 5, at: 0 } as const;
    const counting = [
      countMeanwhile((usage) => usage.reserve(organizationId, 1, undefined)),
      countMeanwhile((usage) => usage.countUpload(upload)),
    ];
    await waitUntil('each of both has ended or waits', async () => (await waiting()) === 1 + left);
    await outside.query('rollback');
    await Promise.all(counting);
    const outcome = await changed;
    expect(givenUp).to.equal(before);
    return outcome;
  };

  const completedSession = async (): Promise<UploadSessionId> => {
    const { id: sessionId } = valueOf(await service.uploads.open(one.push, {})).session;
    const bytes = randomBytes(16);
    const object = { oid: oidOf(bytes), sizeBytes: bytes.byteLength };
    valueOf(await service.uploads.authorize(one.push, { sessionId, objects: [object] }));
    const key = stagingKey(one.push.repository.namespace, sessionId, object.oid);
    valueOf(await blobs.write(key, once(bytes), bytes.byteLength));
    valueOf(await service.uploads.complete(one.push, { sessionId, ...object }));
    return sessionId;
  };

  it('are registered by a session in one try, though uploads in the organization and in the repository are counted meanwhile', async () => {
    const sessionId = await completedSession();
    valueOf(await uploadMeanwhile(() => service.uploads.finalize(one.push, { sessionId })));
  });

  it('are registered by a session in one try, too, where they are counted while it looks for its objects', async () => {
    const sessionId = await completedSession();
    valueOf(await uploadMeanwhile(() => service.uploads.finalize(one.push, { sessionId }), holdSessionObjects));
  });

  it('are registered by a chunk tree in one try, too', async () => {
    const { object, files } = chunkedObject();
    await send(files);
    valueOf(await uploadMeanwhile(() => service.tree.finalize(one.push, { objects: [object] })));
  });

  it('are removed in one try, too', async () => {
    const { object, files } = chunkedObject();
    await send(files);
    valueOf(await service.tree.finalize(one.push, { objects: [object] }));
    const admin = valueOf(await service.authorize.repository(one.owner, one.repositoryId, 'repository.admin'));
    valueOf(await uploadMeanwhile(() => service.objects.remove(admin, { oid: object.oid, isForced: true })));
  });

  it('go for good in the order in which others register them: what is counted is held first, and then the object', async () => {
    const sessionId = await completedSession();
    valueOf(await service.uploads.finalize(one.push, { sessionId }));
    const { organizationId, repositoryId } = one.push.repository;
    const admin = valueOf(await service.authorize.repository(one.owner, one.repositoryId, 'repository.admin'));
    const { items } = valueOf(await service.objects.list(one.push, { sort: 'recent', page: { limit: 1 } }));
    for (const { oid } of items) valueOf(await service.objects.remove(admin, { oid, isForced: true }));
    await outside.query('update quarantined_objects set due_at = 0 where repository_id = $1', [repositoryId]);
    await outside.query('begin');
    await outside.query('select from organization_usages where organization_id = $1 for update', [organizationId]);
    const reclaimed = service.maintenance.reclaimQuarantined();
    await waitUntil('its end waits', async () => (await waiting(1)) === 1);
    await outside.query('select from quarantined_objects where repository_id = $1 for update nowait', [repositoryId]);
    await outside.query('rollback');
    expect(valueOf(await reclaimed)?.objects).to.equal(1);
  });
});
