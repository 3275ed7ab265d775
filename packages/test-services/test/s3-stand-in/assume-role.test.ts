import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AssumeRoleCommand, STSClient, STSServiceException } from '@aws-sdk/client-sts';
import { expect } from 'chai';
import { type AccessKey, type StandIn, startStandIn } from '../../src/s3.js';
import { clientOf, expectRefusal, plain } from '../rigs/s3-bench.js';

const roleArn = 'arn:aws:iam::123456789012:role/uploads';
const openRoleArn = 'arn:aws:iam::123456789012:role/open';
const externalId = 'svc-5f1c';
const hour = 3_600_000;

describe('AssumeRole of the stand-in', () => {
  let now = 0;
  let server: StandIn;
  let bucket: string;

  beforeEach(async () => {
    now = Date.now();
    const roles = [{ roleArn, externalId }, { roleArn: openRoleArn }];
    server = await startStandIn({ mode: 'strict', clock: () => now, roles });
    bucket = await server.newBucket();
  });
  afterEach(() => server.stop());

  const assume = async (
    input: { RoleArn?: string; ExternalId?: string | undefined; DurationSeconds?: number },
    key: AccessKey = server,
  ) => {
    const { accessKeyId, secretAccessKey } = key;
    const client = new STSClient({
      endpoint: server.endpoint,
      region: server.region,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: 1,
    });
    const command = new AssumeRoleCommand({ RoleArn: roleArn, ExternalId: externalId, RoleSessionName: 'tests', ...input });
    const { Credentials } = await client.send(command);
    const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '', Expiration } = Credentials ?? {};
    const credentials = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
    return { credentials, expiresAt: Expiration?.getTime() ?? 0 };
  };

  const codeOfRefusal = async (attempt: Promise<unknown>): Promise<string> => {
    const [outcome] = await Promise.allSettled([attempt]);
    if (outcome.status === 'fulfilled') throw new Error('nothing was refused');
    if (!(outcome.reason instanceof STSServiceException)) throw outcome.reason;
    return outcome.reason.name;
  };

  const write = (credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }) =>
    clientOf(server, { credentials, systemClockOffset: now - Date.now() }).send(
      new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: 'x' }),
    );

  it('gives keys that work with their token and not without it', async () => {
    const { credentials } = await assume({});
    await write(credentials);
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    await expectRefusal(write({ accessKeyId, secretAccessKey }), 403, 'InvalidAccessKeyId');
    await expectRefusal(write({ ...credentials, sessionToken: `${sessionToken}x` }), 400, 'InvalidToken');
    const { accessKeyId: ownId, secretAccessKey: ownSecret } = server;
    await expectRefusal(write({ accessKeyId: ownId, secretAccessKey: ownSecret, sessionToken }), 400, 'InvalidToken');
  });

  it('gives keys that end, and with them the URLs that they have signed', async () => {
    const { credentials, expiresAt } = await assume({ DurationSeconds: 900 });
    expect(expiresAt).to.be.within(now + 899_000, now + 900_000);
    const client = clientOf(server, { credentials });
    await write(credentials);
    const href = await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: 'k' }), { expiresIn: 7200 });
    expect((await plain(href)).status).to.equal(200);
    expect((await plain(href.replace(/&X-Amz-Security-Token=[^&]*/, ''))).status).to.equal(403);
    now = expiresAt + 1000;
    expect(await plain(href)).to.include({ status: 400, code: 'ExpiredToken' });
    await expectRefusal(write(credentials), 400, 'ExpiredToken');
  });

  it('refuses another external id, none, and a role that is not there, all alike', async () => {
    expect((await assume({ RoleArn: openRoleArn, ExternalId: 'whatever' })).credentials.accessKeyId).to.match(/^ASIA/);
    expect(await codeOfRefusal(assume({ ExternalId: `${externalId}x` }))).to.equal('AccessDenied');
    expect(await codeOfRefusal(assume({ ExternalId: undefined }))).to.equal('AccessDenied');
    expect(await codeOfRefusal(assume({ RoleArn: `${roleArn}s` }))).to.equal('AccessDenied');
  });

  it('refuses a wrong key, and ends the sessions of a revoked one', async () => {
    const key = server.newKey();
    expect(await codeOfRefusal(assume({}, { ...key, secretAccessKey: 'wrong' }))).to.equal('SignatureDoesNotMatch');
    const { credentials } = await assume({}, key);
    await write(credentials);
    server.revokeKey(key.accessKeyId);
    await expectRefusal(write(credentials), 403, 'InvalidAccessKeyId');
    expect(await codeOfRefusal(assume({}, key))).to.equal('InvalidClientTokenId');
  });

  it('counts, and knows the bounds of a session', async () => {
    for (const DurationSeconds of [899, 43_201]) {
      expect(await codeOfRefusal(assume({ DurationSeconds }))).to.equal('ValidationError');
    }
    expect((await assume({ DurationSeconds: 43_200 })).expiresAt).to.be.within(now + 12 * hour - 1000, now + 12 * hour);
    expect(server.requests('AssumeRole')).to.equal(3);
  });
});
