import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Application, createApplication } from '@svc/core';
import { HOUR_MS, MIB } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { portableCodec } from '@svc/core/chunking';
import { nodeHasher } from '@svc/hasher-node';
import { configureServer, createHttpHandler } from '@svc/http-koa';
import { nodeClock } from '@svc/node';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { createS3BlobStore, type S3BlobStore } from '@svc/storage-s3';
import { s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import { z } from 'zod';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { sha256 } from '../client/test-object.js';
import { errorAnswer, finalizeAnswer, sessionAnswer } from '../client/wire.js';
import { freePort } from '@svc/test-services/free-port';

const multipartAnswer = z.object({
  objects: z.tuple([z.object({ parts: z.object({ part_size: z.number(), count: z.number() }) })]),
});
const presignAnswer = z.object({
  parts: z.array(z.object({ part_number: z.number(), size: z.number(), upload_url: z.string() })),
});
const listAnswer = z.object({ uploaded: z.array(z.object({ part_number: z.number(), size: z.number() })) });

const partBytes = 8 * MIB;
/** Two whole parts and one that is shorter. */
const sizeBytes = 21 * MIB;

/** The store says that one PUT takes less than it does, so that parts are met without gigabytes. */
const limited = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  signer: (namespace) => blobs.signer(namespace).map((signer) => ({ ...signer, maxSinglePutBytes: partBytes })),
});

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });

describe('an object that one PUT to S3 does not take', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-parts-'));
  let store: S3BlobStore;
  let database: Awaited<ReturnType<typeof openSqliteDatabase>>;
  const servers: Server[] = [];
  const clients: ApiClient[] = [];
  let token: string;

  const applicationAt = (baseUrl: string): Application =>
    createApplication({
      unitOfWork: database.unitOfWork,
      blobs: limited(store),
      clock: nodeClock,
      random: { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) },
      hasher: nodeHasher,
      codec: portableCodec(),
      identityProvider: undefined,
      settings: { baseUrl, linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }], defaultPlan: 'business' },
    });

  /** One more service over the same database and bucket. */
  const startService = async (): Promise<ApiClient> => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const settings = { baseUrl, rateLimit: undefined, internalCidrs: [], trustProxyHops: 0, checkOutputs: true };
    const fault = ({ error }: { readonly error: unknown }): void => console.error(error);
    const handler = createHttpHandler({ application: applicationAt(baseUrl), settings, log: { fault } });
    const server = configureServer(createServer(handler.callback()));
    await listen(server, port);
    servers.push(server);
    const client = createApiClient(baseUrl, token);
    clients.push(client);
    return client;
  };

  before(async () => {
    const service = await s3ForTests();
    const { endpoint, region, accessKeyId, secretAccessKey } = service;
    const bucket = await service.newBucket();
    store = createS3BlobStore({ endpoint, region, bucket, pathStyle: true, credentials: { accessKeyId, secretAccessKey } });
    database = await openSqliteDatabase({ path: join(folder, 'svc.db') });
    const { operator } = applicationAt('http://127.0.0.1');
    const email = 'owner@parts.test';
    (await operator.addUser({ email }))._unsafeUnwrap();
    token = (await operator.createSession({ email, lifetimeMs: HOUR_MS }))._unsafeUnwrap().secret;
  });
  after(async () => {
    for (const client of clients) client.close();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    await database.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('comes in parts of 8 MiB, is repaired after a wrong one, and is gone on with by another process', async () => {
    const first = await startService();
    const repository: RepositoryClient = await first.createRepository('parts');
    const second = await startService();
    const bytes = randomBytes(sizeBytes);
    const object = { oid: sha256(bytes), size: sizeBytes };
    const { id } = read(await repository.open(), 201, sessionAnswer).session;
    const authorized = read(await repository.authorize(id, [object]), 200, multipartAnswer);
    expect(authorized.objects[0].parts).to.deep.equal({ part_size: partBytes, count: 3 });

    const path = `/repositories/${repository.id}/uploads/${id}/objects/${object.oid}`;
    const send = async (by: ApiClient, content: Buffer, ...numbers: readonly number[]): Promise<void> => {
      const { parts } = read(await by.call('POST', `${path}/parts`, { part_numbers: numbers }), 200, presignAnswer);
      await Promise.all(
        parts.map(async ({ part_number: number, size, upload_url: url }) => {
          const body = content.subarray((number - 1) * partBytes, (number - 1) * partBytes + size);
          expectStatus(await by.exchange({ method: 'PUT', url, headers: {}, body }), 200);
        }),
      );
    };
    const uploaded = async (by: ApiClient): Promise<readonly number[]> =>
      read(await by.call('GET', `${path}/parts`), 200, listAnswer).uploaded.map(({ part_number: number }) => number);
    const reason = async (answer: ReturnType<RepositoryClient['complete']>): Promise<unknown> =>
      read(await answer, 409, errorAnswer).error.details?.['reason'];

    await send(first, randomBytes(sizeBytes), 2, 3);
    expect(await uploaded(second)).to.deep.equal([2, 3]);
    expect(await reason(repository.complete(id, object))).to.equal('not_uploaded');
    await send(second, bytes, 1, 3);
    expect(await reason(repository.complete(id, object))).to.equal('checksum_mismatch');
    expect(await repository.download(object.oid)).to.equal(undefined);
    expect(await uploaded(second), 'what was put together and refused begins anew').to.deep.equal([]);

    await send(second, bytes, 3, 1, 2);
    const completed = await Promise.all(
      [first, second, first].map((by) => by.call('POST', `${path}/complete`, { size: sizeBytes })),
    );
    expect(completed.map(({ status }) => status)).to.deep.equal([204, 204, 204]);
    expect(read(await repository.finalize(id), 200, finalizeAnswer).session.uploaded_bytes).to.equal(sizeBytes);
    await repository.expectDownload(object);
  });
});
