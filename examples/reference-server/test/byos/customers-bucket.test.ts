import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { type StandIn, startStandIn } from '@svc/test-services/s3';
import { expect } from 'chai';
import { z } from 'zod';
import { startByteServer, type ByteServer } from '../bytes/byte-server.js';
import { createApiClient } from '../client/api-client.js';
import { expectStatus, read } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { objectNamed, type TestObject } from '../client/test-object.js';
import { authorizeAnswer, organizationAnswer, repositoryAnswer, sessionAnswer } from '../client/wire.js';

const connectionAnswer = z.object({
  connection: z.object({
    id: z.string(),
    health: z.object({
      status: z.string(),
      checks: z.array(z.object({ check: z.string(), outcome: z.string(), fault: z.string().optional() })),
    }),
  }),
});

const prefix = 'models';

const startedWith = async (egressAllow: string): Promise<ByteServer> => startByteServer({ EGRESS_ALLOW: egressAllow });

const connect = async (server: ByteServer, standIn: StandIn, bucket: string) => {
  const { owner } = server;
  const { organization } = read(await owner.call('POST', '/organizations', { name: 'Acme' }), 201, organizationAnswer);
  const answer = await owner.call('POST', `/organizations/${organization.id}/storage/connections`, {
    name: 'Ours',
    provider: 'minio',
    endpoint: standIn.endpoint,
    region: standIn.region,
    bucket,
    prefix,
    auth_method: 'access_keys',
    access_key_id: standIn.accessKeyId,
    secret_access_key: standIn.secretAccessKey,
  });
  return { organization, answer, connection: read(answer, 201, connectionAnswer).connection };
};

const upload = async (repository: RepositoryClient, object: TestObject): Promise<void> => {
  const { session } = read(await repository.open(), 201, sessionAnswer);
  const [entry] = read(await repository.authorize(session.id, [object]), 200, authorizeAnswer).objects;
  if (entry?.upload_url === undefined) throw new Error('a URL for each new object');
  expectStatus(await repository.put(entry.upload_url, object.bytes), 200);
  expectStatus(await repository.complete(session.id, object), 204);
  expectStatus(await repository.finalize(session.id), 200);
};

describe('a real server and a customer’s bucket', () => {
  let standIn: StandIn;
  let bucket: string;
  before(async () => {
    standIn = await startStandIn({ mode: 'strict' });
    bucket = await standIn.newBucket();
  });
  after(() => standIn.stop());

  it('keep every byte of the repository there, and the secret to themselves', async () => {
    const server = await startedWith('127.0.0.0/8');
    const { organization, answer, connection } = await connect(server, standIn, bucket);
    expect(connection.health.status, JSON.stringify(connection.health)).to.equal('healthy');

    const given = { name: 'Ours', storage_mode: 'byos', storage_connection_id: connection.id };
    const created = await server.owner.call('POST', `/organizations/${organization.id}/repositories`, given);
    const { repository } = read(created, 201, repositoryAnswer);
    const client = createRepositoryClient(server.owner, repository.id, organization.id);
    const object = objectNamed('of a customer', 300_000);
    await upload(client, object);
    await client.expectDownload(object);

    const { endpoint, region, accessKeyId, secretAccessKey } = standIn;
    const owner = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
    const { Contents: stored = [] } = await owner.send(new ListObjectsV2Command({ Bucket: bucket }));
    const { oid } = object;
    const key = `${prefix}/connections/${connection.id}/repositories/${repository.id}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
    expect(stored.map(({ Key: name }) => name)).to.deep.equal([key, `${key}.blocks`]);
    const { Body: body } = await owner.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    expect(Buffer.from((await body?.transformToByteArray()) ?? []).equals(object.bytes)).to.equal(true);
    owner.destroy();

    expect(answer.bytes.toString()).to.not.include(secretAccessKey);
    expect(server.server.output()).to.not.include(secretAccessKey);
    await server.close();
  });

  it('fall out with each other for a reason that the log says, with the bucket that it is', async () => {
    const server = await startedWith('127.0.0.0/8');
    const own = standIn.newKey();
    const { organization, connection } = await connect(server, { ...standIn, ...own }, bucket);
    const given = { name: 'Ours', storage_mode: 'byos', storage_connection_id: connection.id };
    const created = await server.owner.call('POST', `/organizations/${organization.id}/repositories`, given);
    const { repository } = read(created, 201, repositoryAnswer);
    const api = createApiClient(server.server.baseUrl, server.server.adminToken, { isPatient: false });
    const client = createRepositoryClient(api, repository.id, organization.id);
    const object = objectNamed('of nobody', 1000);
    const { session } = read(await client.open(), 201, sessionAnswer);
    read(await client.authorize(session.id, [object]), 200, authorizeAnswer);
    standIn.revokeKey(own.accessKeyId);
    expectStatus(await client.complete(session.id, object), 503);
    const lines = server.server
      .output()
      .split('\n')
      .filter((line) => line.includes('the storage is unavailable'));
    expect(lines).to.have.lengthOf.at.least(1);
    expect(JSON.parse(lines[0] ?? '')).to.deep.include({ endpoint: standIn.endpoint, bucket, prefix });
    expect(server.server.output()).to.not.include(own.secretAccessKey);
    api.close();
    await server.close();
  });

  it('have nothing to do with each other where private networks are not allowed', async () => {
    const server = await startedWith('10.0.0.0/8');
    const before = standIn.totalRequests();
    const { connection } = await connect(server, standIn, bucket);
    expect(connection.health.status).to.equal('unhealthy');
    expect(connection.health.checks[0]).to.deep.equal({ check: 'address', outcome: 'failed', fault: 'address_forbidden' });
    expect(standIn.totalRequests()).to.equal(before);
    await server.close();
  });
});
