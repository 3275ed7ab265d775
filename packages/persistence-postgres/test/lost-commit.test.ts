import type { Application, Granted } from '@svc/core';
import { type OrganizationId, stagingKey, trusted } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { connectOutside, type Outside } from './rigs/outside.js';
import { type AtCommit, type PostgresProxy, startPostgresProxy } from './rigs/proxy.js';
import { createService, sharedBlobs, type Somebody, somebody, valueOf } from './rigs/service.js';
import { oidOf, once } from './rigs/bytes.js';

/** An object that is completed in a session, which is still open. */
const completed = async (service: Application, blobs: BlobStore, push: Granted<'repository.push'>, bytes: Buffer) => {
  const { session } = valueOf(await service.uploads.open(push, {}));
  const object = { oid: oidOf(bytes), sizeBytes: bytes.byteLength };
  valueOf(await service.uploads.authorize(push, { sessionId: session.id, objects: [object] }));
  const key = stagingKey(push.repository.namespace, session.id, object.oid);
  valueOf(await blobs.write(key, once(bytes), bytes.byteLength));
  valueOf(await service.uploads.complete(push, { sessionId: session.id, ...object }));
  return { sessionId: session.id, ...object };
};

const unavailable = { kind: 'unavailable', part: 'database', retryAfterSeconds: 1 };

describe('a commit whose answer is lost', () => {
  let database: TestDatabase;
  let proxy: PostgresProxy;
  let outside: Outside;
  let opened: PostgresDatabase;
  beforeEach(async () => {
    database = await newDatabase();
    proxy = await startPostgresProxy(database.url);
    outside = await connectOutside(database.url);
    opened = await openPostgresDatabase({ url: proxy.url });
  });
  afterEach(async () => {
    await opened.close();
    await proxy.close();
    await outside.close();
    await database.drop();
  });

  const losing = async <T>(how: AtCommit, act: () => PromiseLike<T>): Promise<T> => {
    const { cuts } = proxy;
    proxy.atCommit = how;
    const answer = await act();
    proxy.atCommit = 'forward';
    expect(proxy.cuts - cuts, 'connections cut').to.equal(1);
    return answer;
  };

  /** The server may still be busy with what was cut off. */
  const untilNobodyIsBusy = (): Promise<void> => {
    const others = `select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`;
    return waitUntil('nobody is busy', async () => (await outside.count(others)) === 0);
  };

  for (const [how, rows] of [
    ['forward and cut', 1],
    ['cut', 0],
  ] as const) {
    it(`is unavailable and its work is not run again, when the server ${rows === 1 ? 'has' : 'has not'} committed`, async () => {
      let runs = 0;
      const outcome = await losing(how, () =>
        opened.unitOfWork.transact(async ({ outbox }): Promise<Result<void, never>> => {
          runs += 1;
          const organizationId = trusted<OrganizationId>('o');
          await outbox.append({ type: 'repository.created', organizationId, repositoryId: undefined, occurredAt: 0, data: {} });
          return ok(undefined);
        }),
      );
      expect(outcome.isErr() && outcome.error).to.deep.equal(unavailable);
      expect(runs).to.equal(1);
      await untilNobodyIsBusy();
      expect(await outside.count('select count(*) from domain_events')).to.equal(rows);
      expect((await opened.unitOfWork.check()).isOk()).to.equal(true);
    });

    it(`leaves one session for an idempotency key that is sent again (${how})`, async () => {
      const service = createService(opened.unitOfWork, opened.clock);
      const { push } = await somebody(service);
      const open = () => service.uploads.open(push, { idempotencyKey: 'k' });
      const lost = await losing(how, open);
      expect(lost.isErr() && lost.error).to.deep.equal(unavailable);
      await untilNobodyIsBusy();
      const { session, replayed } = valueOf(await open());
      expect(replayed).to.equal(rows === 1);
      expect(valueOf(await open()).session.id).to.equal(session.id);
      expect(await outside.count('select count(*) from upload_sessions')).to.equal(1);
    });

    it(`leaves downloads counted once when they are written again (${how})`, async () => {
      const blobs = sharedBlobs();
      const service = createService(opened.unitOfWork, opened.clock, blobs);
      const { push } = await somebody(service);
      const { oid, sizeBytes, sessionId } = await completed(service, blobs, push, Buffer.from('an object'));
      valueOf(await service.uploads.finalize(push, { sessionId }));
      valueOf(await service.downloads.authorize(push, { oids: [oid] }));
      const lost = await losing(how, () => service.usage.writeDownloads());
      expect(lost.isErr() && lost.error).to.deep.equal(unavailable);
      await untilNobodyIsBusy();
      for (let time = 0; time < 2; time += 1) valueOf(await service.usage.writeDownloads());
      expect(await outside.count('select downloads as count from object_downloads')).to.equal(1);
      expect(await outside.count('select cast(sum(egress_bytes) as bigint) as count from traffic_days')).to.equal(sizeBytes);
    });

    it(`leaves one generation, charge and push for a finalize that is sent again (${how})`, async () => {
      const blobs = sharedBlobs();
      const service = createService(opened.unitOfWork, opened.clock, blobs);
      const one: Somebody = await somebody(service);
      const { sessionId, sizeBytes } = await completed(service, blobs, one.push, Buffer.from('an object'));
      const finalize = () => service.uploads.finalize(one.push, { sessionId });
      const lost = await losing(how, finalize);
      expect(lost.isErr() && lost.error).to.deep.equal(unavailable);
      await untilNobodyIsBusy();
      expect(valueOf(await finalize()).generation).to.equal(1);
      expect(valueOf(await finalize()).generation).to.equal(1);
      expect(await outside.count('select generation as count from repositories')).to.equal(1);
      expect(await outside.count(`select count(*) from domain_events where type = 'repository.push'`)).to.equal(1);
      expect(await outside.count('select used_bytes as count from organization_usages')).to.equal(sizeBytes);
      expect(await outside.count('select reserved_bytes as count from organization_usages')).to.equal(0);
    });
  }
});
