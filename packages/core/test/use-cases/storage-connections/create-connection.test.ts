import { expect } from 'chai';
import { createApplication } from '../../../src/application.js';
import type { BucketConnector } from '../../../src/ports/bucket-connector.js';
import { addBucket, byosSetting, connectionCommand, endpoint, secret } from '../../builders/byos.js';
import { auditTrail, createOrganization, organizationGrant } from '../../builders/organization-setting.js';
import { errorOf, valueOf } from '../../builders/world.js';

const roleArn = 'arn:aws:iam::123456789012:role/svc';
const roleCommand = {
  name: 'By a role',
  address: { provider: 'aws_s3', bucket: 'models', region: 'eu-central-1' },
  access: { authMethod: 'assume_role', roleArn },
} as const;

describe('createConnection', () => {
  it('stores a connection that has passed its checks', async () => {
    const { world, organization, manage, read, connections } = await byosSetting();
    addBucket(world);
    const trail = auditTrail(world);
    const connection = valueOf(await connections.create(manage, connectionCommand()));
    expect(connection).to.deep.include({
      organizationId: organization.id,
      name: 'Ours',
      scope: 'organization',
      revision: 1,
      createdAt: world.clock.now(),
      updatedAt: world.clock.now(),
    });
    expect(connection.address).to.deep.include({ endpoint, bucket: 'models', prefix: 'svc', pathStyle: true, tlsVerify: true });
    expect(connection.health).to.include({ isHealthy: true, checkedAt: world.clock.now() });
    expect(connection.health.checks.map(({ outcome }) => outcome)).to.deep.equal(Array(7).fill('passed'));
    expect(valueOf(await connections.get(read, connection.id))).to.deep.equal(connection);
    expect(valueOf(await connections.list(read, { limit: 10 })).items).to.deep.equal([connection]);
    expect(trail()).to.deep.equal([`storage_connection.create ${connection.id}`]);
  });

  it('stores one that has failed, with the check and a reason in words of its own', async () => {
    const { world, manage, connections } = await byosSetting();
    addBucket(world);
    const failure = async (command = connectionCommand()) => {
      const { health } = valueOf(await connections.create(manage, command));
      expect(health.isHealthy).to.equal(false);
      return health.checks.find(({ outcome }) => outcome === 'failed');
    };
    const [address, credentials, write] = [
      await failure(connectionCommand({ endpoint: 'https://nobody.test' })),
      await failure(connectionCommand({}, { secretAccessKey: 'another' })),
      await failure(connectionCommand({ bucket: 'missing' })),
    ];
    expect(address).to.deep.equal({ check: 'address', outcome: 'failed', fault: 'unreachable' });
    expect(credentials).to.deep.equal({ check: 'credentials', outcome: 'failed', fault: 'credentials_refused' });
    expect(write).to.deep.equal({ check: 'write', outcome: 'failed', fault: 'bucket_missing' });
  });

  it('seals the secret for the one row that it belongs to', async () => {
    const { world, organization, manage, connections } = await byosSetting();
    addBucket(world);
    const connection = valueOf(await connections.create(manage, connectionCommand()));
    if (connection.access.method !== 'access_keys') throw new Error('it was made with keys');
    const sealed = connection.access.secretAccessKey;
    expect(JSON.stringify(connection)).to.not.include(secret);
    const context = `storage_connections|${connection.id}|${organization.id}|secret_access_key`;
    expect(await world.ports.secretBox.open(sealed, context)).to.equal(secret);
    const second = valueOf(await connections.create(manage, connectionCommand()));
    const elsewhere = `storage_connections|${second.id}|${organization.id}|secret_access_key`;
    expect(await world.ports.secretBox.open(sealed, elsewhere)).to.equal(undefined);
  });

  it('makes the external id of a role itself, another one for each connection', async () => {
    const { manage, connections } = await byosSetting();
    const ids = new Set<string>();
    for (let count = 0; count < 3; count += 1) {
      const { access } = valueOf(await connections.create(manage, roleCommand));
      if (access.method !== 'assume_role') throw new Error('it was made with a role');
      expect(access.externalId).to.match(/^[0-9a-f]{40}$/);
      ids.add(access.externalId);
    }
    expect(ids.size).to.equal(3);
  });

  it("does not get into another tenant's role, whose trust names another external id", async () => {
    const { world, manage, connections } = await byosSetting();
    const bucket = world.buckets.add({ endpoint: undefined, bucket: 'models', accessKeyId: 'A', secretAccessKey: 'S' });
    const theirs = valueOf(await connections.create(manage, roleCommand));
    if (theirs.access.method !== 'assume_role') throw new Error('it was made with a role');
    bucket.trustRole(roleArn, theirs.access.externalId);
    expect(valueOf(await connections.test(manage, theirs.id)).health.isHealthy).to.equal(true);
    const intruder = await world.signIn('mallory@svc.test');
    const { id } = await createOrganization(world, intruder, 'Elsewhere');
    const other = await organizationGrant(world, intruder, id, 'storage.manage');
    const connection = valueOf(await connections.create(other, roleCommand));
    expect(connection.health.isHealthy).to.equal(false);
  });

  it('refuses what does not go together', async () => {
    const { manage, connections } = await byosSetting();
    const fieldOf = async (command: Parameters<typeof connections.create>[1]) => {
      const error = errorOf(await connections.create(manage, command));
      return error.kind === 'bad_request' ? `${error.field} ${error.problem}` : error.kind;
    };
    expect(await fieldOf(connectionCommand({ endpoint: undefined }))).to.equal('endpoint missing');
    expect(await fieldOf(connectionCommand({}, { secretAccessKey: undefined }))).to.equal('secret_access_key missing');
    expect(await fieldOf(connectionCommand({}, { accessKeyId: undefined }))).to.equal('access_key_id missing');
    expect(await fieldOf(connectionCommand({}, { roleArn }))).to.equal('role_arn contradictory');
    expect(await fieldOf(connectionCommand({}, { authMethod: 'assume_role' }))).to.equal('auth_method unsupported');
    expect(await fieldOf({ ...roleCommand, access: { authMethod: 'assume_role' } })).to.equal('role_arn missing');
    expect(await fieldOf({ ...roleCommand, access: { ...roleCommand.access, secretAccessKey: 'x' } })).to.equal(
      'secret_access_key contradictory',
    );
  });

  it('refuses a plan without connections before it calls any server', async () => {
    for (const plan of ['free', 'developer'] as const) {
      const { world, manage } = await byosSetting(plan);
      const check = () => Promise.reject(new Error('a server was called'));
      const { storageConnections } = createApplication({ ...world.ports, connector: { ...world.buckets, check } });
      const refusal = { kind: 'quota_exceeded', reason: 'max_storage_connections', limit: 0, current: 0 };
      expect(errorOf(await storageConnections.create(manage, connectionCommand()))).to.deep.equal(refusal);
    }
  });

  it('allows one on the developer plan with the add-on, which an operator gives and takes', async () => {
    const { world, owner, organization, connections } = await byosSetting('developer');
    addBucket(world);
    const trail = auditTrail(world);
    const create = async () =>
      connections.create(await organizationGrant(world, owner, organization.id, 'storage.manage'), connectionCommand());
    const setAddOn = async (isEnabled: boolean) =>
      valueOf(await world.application.operator.setPlan({ organization: organization.slug, hasByosAddOn: isEnabled }));
    expect((await setAddOn(true)).hasByosAddOn).to.equal(true);
    await setAddOn(true);
    expect(trail()).to.deep.equal([`organization.plan.set ${organization.id}`]);
    expect((await create()).isOk()).to.equal(true);
    expect(errorOf(await create())).to.include({ reason: 'max_storage_connections', limit: 1, current: 1 });
    await setAddOn(false);
    expect(errorOf(await create())).to.include({ reason: 'max_storage_connections', limit: 0, current: 1 });
  });

  it('gives the last place of a plan to one of many who ask at once', async () => {
    const { world, manage, connections, read } = await byosSetting('team');
    addBucket(world);
    for (let count = 0; count < 4; count += 1) valueOf(await connections.create(manage, connectionCommand()));
    const answers = await Promise.all([1, 2].map(() => connections.create(manage, connectionCommand())));
    expect(answers.filter((answer) => answer.isOk())).to.have.length(1);
    expect(valueOf(await connections.list(read, { limit: 10 })).items).to.have.length(5);
  });

  it('checks two at a time for one organization, so that nobody keeps the service waiting for servers of their own', async () => {
    const { world, manage } = await byosSetting();
    addBucket(world);
    const waiting: (() => void)[] = [];
    const slow: BucketConnector = {
      open: world.buckets.open,
      check: async (login) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return world.buckets.check(login);
      },
    };
    const connections = createApplication({ ...world.ports, connector: slow }).storageConnections;
    const first = [connections.create(manage, connectionCommand()), connections.create(manage, connectionCommand())];
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const third = errorOf(await connections.create(manage, connectionCommand()));
    expect(third).to.deep.equal({ kind: 'rate_limited', reason: 'concurrent_checks', retryAfterSeconds: 30 });
    for (const resolve of waiting.splice(0)) resolve();
    for (const answer of await Promise.all(first)) expect(answer.isOk()).to.equal(true);
    const fourth = connections.create(manage, connectionCommand());
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    for (const resolve of waiting.splice(0)) resolve();
    expect((await fourth).isOk()).to.equal(true);
  });

  it('supports no provider where the service reaches no buckets or has no keys to seal with', async () => {
    const { world, manage, read } = await byosSetting();
    const refusal = { kind: 'bad_request', field: 'provider', problem: 'unsupported' };
    for (const lacking of [{ connector: undefined }, { secretBox: undefined }]) {
      const { storageConnections } = createApplication({ ...world.ports, ...lacking });
      expect(errorOf(await storageConnections.create(manage, connectionCommand()))).to.deep.equal(refusal);
      expect(valueOf(await storageConnections.list(read, { limit: 1 })).items).to.deep.equal([]);
    }
  });
});
