import { defaultLimits, GIB } from '@svc/core/model';
import { expect } from 'chai';
import { readConfig, type SettingProblem } from '../../src/config/config.js';

const key = Buffer.alloc(32, 7).toString('base64');

const configOf = (environment: Readonly<Record<string, string>> = {}) => readConfig(environment, '/srv/svc')._unsafeUnwrap();

const problemsOf = (environment: Readonly<Record<string, string>>): readonly SettingProblem[] => {
  const config = readConfig(environment, '/srv/svc');
  return config.isErr() ? config.error : [];
};

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(configOf()).to.deep.equal({
      host: '127.0.0.1',
      port: 8080,
      baseUrl: 'http://127.0.0.1:8080',
      isBaseUrlLocal: false,
      dataDir: '/srv/svc/data',
      database: { kind: 'sqlite', path: '/srv/svc/data/svc.db' },
      storage: { kind: 'fs', root: '/srv/svc/data/blobs' },
      encryptionKeys: undefined,
      oidc: undefined,
      oidcConsoleClientId: undefined,
      admin: { email: 'admin@localhost', token: undefined },
      sessionMaxMs: 30 * 24 * 60 * 60 * 1000,
      defaultPlan: 'free',
      isPlanChosen: false,
      deletedRepositoryGraceMs: 86_400_000,
      scrubBytesPerSecond: 1_048_576,
      gcReclaim: false,
      gcGraceMs: 3 * 86_400_000,
      gcRequestsPerSecond: 100,
      gcBytesPerSecond: 8_388_608,
      sparseIndexChunks: 10_000_000,
      coldAfterMs: 7 * 86_400_000,
      conversionBytesPerSecond: 33_554_432,
      stripe: undefined,
      smtp: undefined,
      limits: defaultLimits,
      minBodyBytesPerSecond: undefined,
      rateLimit: { perSecond: 30, burst: 60, store: 'memory' },
      egressAllow: [],
      trustProxyHops: 0,
      metricsToken: undefined,
      slowQueryMs: undefined,
      traces: undefined,
      internalCidrs: [],
      corsOrigins: [],
      consoleConnectOrigins: [],
      verifiedBytesPerHour: undefined,
      logLevel: 'info',
    });
  });

  it('takes other bounds than usual, one by one', () => {
    expect(configOf({ MAX_UNFINISHED_GIB: '1' }).limits).to.deep.equal({
      ...defaultLimits,
      unfinishedBytesPerOrganization: GIB,
    });
    for (const [setting, limit] of [
      ['MAX_OWNED_ORGANIZATIONS', 'ownedOrganizations'],
      ['MAX_SESSIONS_PER_USER', 'sessionsPerUser'],
      ['MAX_TOKENS_PER_ORGANIZATION', 'tokensPerOrganization'],
      ['MAX_LOCKS_PER_REPOSITORY', 'locksPerRepository'],
      ['MAX_OBJECTS_PER_SESSION', 'objectsPerSession'],
      ['MAX_TREE_FILES_PER_REPOSITORY', 'treeFilesPerRepository'],
      ['MAX_GIT_COMMITS_PER_REPOSITORY', 'gitCommitsPerRepository'],
      ['MAX_GIT_REFS_PER_REPOSITORY', 'gitRefsPerRepository'],
      ['MAX_GRAPH_EDGES_PER_REPOSITORY', 'graphEdgesPerRepository'],
      ['MAX_SNAPSHOTS_PER_REPOSITORY', 'snapshotsPerRepository'],
      ['MAX_SNAPSHOT_FILES_PER_REPOSITORY', 'snapshotFilesPerRepository'],
    ] as const) {
      expect(configOf({ [setting]: '7' }).limits).to.deep.equal({ ...defaultLimits, [limit]: 7 });
    }
    expect(configOf({ MAX_GIT_INDEX_GIB: '1' }).limits).to.deep.equal({ ...defaultLimits, gitIndexBytesPerRepository: GIB });
    expect(configOf({ MAX_WRITERS_PER_KEY: '1' }).limits).to.deep.equal({ ...defaultLimits, writersPerKey: 1 });
    expect(configOf({ MIN_BODY_BYTES_PER_SECOND: '1' }).minBodyBytesPerSecond).to.equal(1);
  });

  it('takes what is set', () => {
    const config = configOf({
      HOST: '::1',
      PORT: '65535',
      DATA_DIR: '/var/lib/svc',
      STORAGE: 'fs',
      OIDC_ISSUER: 'https://accounts.example.org',
      OIDC_AUDIENCE: 'svc',
      OIDC_CONSOLE_CLIENT_ID: 'svc-console',
      ADMIN_EMAIL: 'ada@example.org',
      ADMIN_TOKEN: 'correct-horse-battery-staple',
      ENCRYPTION_KEYS: `new:${key}, old:${key}`,
      SESSION_MAX_DAYS: '7',
      DEFAULT_PLAN: 'business',
      DELETED_REPOSITORY_GRACE_HOURS: '48',
      SCRUB_BYTES_PER_SECOND: '5000000',
      GC_RECLAIM: 'true',
      GC_GRACE_HOURS: '24',
      GC_REQUESTS_PER_SECOND: '5',
      GC_BYTES_PER_SECOND: '300000',
      SPARSE_INDEX_CHUNKS: '5000',
      DEDUPLICATE_COLD_DAYS: '2',
      DEDUPLICATE_BYTES_PER_SECOND: '400000',
      RATE_LIMIT_RPS: '1000',
      RATE_LIMIT_BURST: '2000',
      EGRESS_ALLOW: '10.9.0.0/16',
      TRUST_PROXY_HOPS: '2',
      INTERNAL_CIDRS: '10.0.0.0/8, fd00::/8,192.0.2.7',
      METRICS_TOKEN: 'for-prometheus-alone',
      CORS_ORIGINS: 'https://app.example.org, http://localhost:5173',
      CONSOLE_CONNECT_ORIGINS: 'https://bucket.example.org',
      VERIFIED_BYTES_PER_HOUR: '1099511627776',
      SLOW_QUERY_MS: '250',
      LOG_LEVEL: 'debug',
    });
    expect(config).to.deep.include({
      host: '::1',
      port: 65535,
      baseUrl: 'http://[::1]:65535',
      database: { kind: 'sqlite', path: '/var/lib/svc/svc.db' },
      storage: { kind: 'fs', root: '/var/lib/svc/blobs' },
      oidc: { issuer: 'https://accounts.example.org', audience: 'svc' },
      oidcConsoleClientId: 'svc-console',
      admin: { email: 'ada@example.org', token: 'correct-horse-battery-staple' },
      sessionMaxMs: 7 * 24 * 60 * 60 * 1000,
      defaultPlan: 'business',
      deletedRepositoryGraceMs: 172_800_000,
      scrubBytesPerSecond: 5_000_000,
      gcReclaim: true,
      gcGraceMs: 86_400_000,
      gcRequestsPerSecond: 5,
      gcBytesPerSecond: 300_000,
      sparseIndexChunks: 5000,
      coldAfterMs: 2 * 86_400_000,
      conversionBytesPerSecond: 400_000,
      rateLimit: { perSecond: 1000, burst: 2000, store: 'memory' },
      metricsToken: 'for-prometheus-alone',
      slowQueryMs: 250,
      egressAllow: ['10.9.0.0/16'],
      trustProxyHops: 2,
      internalCidrs: ['10.0.0.0/8', 'fd00::/8', '192.0.2.7'],
      corsOrigins: ['https://app.example.org', 'http://localhost:5173'],
      consoleConnectOrigins: ['https://bucket.example.org'],
      verifiedBytesPerHour: 1_099_511_627_776,
      logLevel: 'debug',
    });
    expect(config.encryptionKeys?.map(({ id }) => id)).to.deep.equal(['new', 'old']);
  });

  for (const [given, expected] of [
    ['https://svc.example.org/', 'https://svc.example.org'],
    ['http://svc.example.org:8443/files', 'http://svc.example.org:8443/files'],
    ['HTTPS://Svc.Example.org:443/Files/', 'https://svc.example.org/Files'],
    ['http://svc.example.org:80', 'http://svc.example.org'],
    ['https://svc.example.org:80', 'https://svc.example.org:80'],
    ['https://Dateien.München.example', 'https://dateien.xn--mnchen-3ya.example'],
    ['http://[0:0:0:0:0:0:0:1]:42005', 'http://[::1]:42005'],
    ['http://[::ffff:127.0.0.1]:1/files', 'http://[::ffff:7f00:1]:1/files'],
    ['https://[2001:0DB8::1]:443', 'https://[2001:db8::1]'],
    ['http://[FD00::1]:8080/a%20b', 'http://[fd00::1]:8080/a%20b'],
  ] as const) {
    it(`reads BASE_URL ${given} as ${expected}`, () => {
      expect(configOf({ BASE_URL: given }).baseUrl).to.equal(expected);
    });
  }

  for (const host of ['0.0.0.0', '::']) {
    it(`is reached as localhost when it listens on ${host}`, () => {
      expect(configOf({ HOST: host }).baseUrl).to.equal('http://localhost:8080');
    });
  }

  it('listens on an address with a zone where it is said how clients reach it', () => {
    expect(configOf({ HOST: 'fe80::1%lo', BASE_URL: 'https://svc.example.org' }).host).to.equal('fe80::1%lo');
  });

  const stripe = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };

  it('sells at Stripe what has a price there, and comes back to where it is told', () => {
    expect(configOf(stripe).stripe).to.deep.equal({
      secretKey: 'sk_test_0123456789',
      webhookSecret: 'whsec_0123456789',
      returnUrl: 'http://127.0.0.1:8080',
      apiUrl: undefined,
      prices: { developer: undefined, team: undefined, byos_add_on: undefined },
    });
    const priced = configOf({
      ...stripe,
      STRIPE_SECRET_KEY: 'rk_live_0123456789',
      STRIPE_PRICE_DEVELOPER: 'price_1',
      STRIPE_PRICE_TEAM: 'price_2,price_of_last_year',
      STRIPE_PRICE_BYOS_ADDON: 'price_3',
      STRIPE_RETURN_URL: 'https://svc.example.org/billing',
      STRIPE_API_URL: 'http://127.0.0.1:12111',
    });
    expect(priced.stripe).to.deep.equal({
      secretKey: 'rk_live_0123456789',
      webhookSecret: 'whsec_0123456789',
      returnUrl: 'https://svc.example.org/billing',
      apiUrl: 'http://127.0.0.1:12111',
      prices: { developer: ['price_1'], team: ['price_2', 'price_of_last_year'], byos_add_on: ['price_3'] },
    });
  });

  it('wants all of Stripe that it needs, and each price for one thing', () => {
    const [secret, hook] = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
    const missing = (setting: string, present: string) => ({ setting, problem: `must be set too when ${present} is` });
    expect(problemsOf({ [secret]: stripe[secret] })).to.deep.equal([missing(hook, secret)]);
    expect(problemsOf({ [hook]: stripe[hook] })).to.deep.equal([missing(secret, hook)]);
    expect(problemsOf({ STRIPE_PRICE_TEAM: 'price_1' })).to.deep.equal([
      missing(secret, 'STRIPE_PRICE_TEAM'),
      missing(hook, 'STRIPE_PRICE_TEAM'),
    ]);
    expect(problemsOf({ ...stripe, STRIPE_PRICE_DEVELOPER: 'price_1', STRIPE_PRICE_TEAM: 'price_2,price_1' })).to.deep.equal([
      { setting: 'STRIPE_PRICE_TEAM', problem: 'must be another price than the others' },
    ]);
  });

  const smtp = { SMTP_URL: 'smtps://mailer:correct-horse@mail.example.org', MAIL_FROM: 'Example <mail@example.org>' };

  it('sends mail through the server that it is told, from the address that it is told', () => {
    expect(configOf(smtp).smtp).to.deep.equal({ url: smtp.SMTP_URL, from: smtp.MAIL_FROM });
  });

  it('wants both settings of mail, and quotes neither', () => {
    const missing = (setting: string, present: string) => ({ setting, problem: `must be set too when ${present} is` });
    expect(problemsOf({ SMTP_URL: smtp.SMTP_URL })).to.deep.equal([missing('MAIL_FROM', 'SMTP_URL')]);
    expect(problemsOf({ MAIL_FROM: smtp.MAIL_FROM })).to.deep.equal([missing('SMTP_URL', 'MAIL_FROM')]);
    const wrong = problemsOf({ SMTP_URL: `${smtp.SMTP_URL}/inbox`, MAIL_FROM: 'a@example.org, b@example.org' });
    expect(wrong.map(({ setting }) => setting)).to.deep.equal(['SMTP_URL', 'MAIL_FROM']);
    expect(JSON.stringify(wrong)).to.not.include('correct-horse').and.not.include('b@example.org');
  });

  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.org:4318/' };

  it('sends traces where it is told, all of them under its own name unless it is told otherwise', () => {
    const url = 'https://otel.example.org:4318/v1/traces';
    expect(configOf(collector).traces).to.deep.equal({ url, headers: {}, serviceName: 'svc-server', sampledShare: 1 });
    const told = {
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret, x-tenant = 7',
      OTEL_SERVICE_NAME: 'svc-eu',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
    };
    expect(configOf({ ...collector, ...told }).traces).to.deep.equal({
      url,
      headers: { 'api-key': 'a secret', 'x-tenant': '7' },
      serviceName: 'svc-eu',
      sampledShare: 0.05,
    });
  });

  it('takes no settings of traces that it cannot use, and quotes no header of them', () => {
    for (const [setting, value] of [
      ['OTEL_EXPORTER_OTLP_HEADERS', 'correct-horse'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=%correct-horse'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=correct-horse%0Abattery'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=correct-horse%E2%82%AC'],
      ['OTEL_TRACES_SAMPLER_ARG', '2'],
      ['OTEL_TRACES_SAMPLER_ARG', '-0.5'],
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'otel.example.org:4318'],
    ] as const) {
      const wrong = problemsOf({ ...collector, [setting]: value });
      expect(wrong.map((problem) => problem.setting)).to.deep.equal([setting]);
      expect(JSON.stringify(wrong)).to.not.include('correct-horse');
    }
  });

  for (const [url, path] of [
    ['sqlite:db/svc.db', '/srv/svc/db/svc.db'],
    ['sqlite:/var/svc.db', '/var/svc.db'],
    ['sqlite:///var/svc.db', '/var/svc.db'],
    ['file:///var/svc.db', '/var/svc.db'],
    ['./svc.db', '/srv/svc/svc.db'],
  ] as const) {
    it(`finds the database of ${url} at ${path}`, () => {
      expect(configOf({ DATABASE_URL: url }).database).to.deep.equal({ kind: 'sqlite', path });
    });
  }

  for (const url of [
    'postgres://me:secret@db.example.org:5432/svc',
    'postgresql://db/svc?sslmode=require',
    'postgres:///svc?host=/var/run/postgresql',
    'postgres://me:secret@/svc?host=/cloudsql/acme:europe-west1:svc',
    'postgres://me:secret@localhost/svc?host=/var/run/postgresql&port=6432',
  ]) {
    it(`takes ${url} for PostgreSQL, with as many connections as it is told`, () => {
      expect(configOf({ DATABASE_URL: url }).database).to.deep.equal({ kind: 'postgres', url, poolSize: 10 });
      const counted = configOf({ DATABASE_URL: url, DATABASE_POOL_SIZE: '40', RATE_LIMIT_STORE: 'database' });
      expect(counted.database).to.deep.equal({ kind: 'postgres', url, poolSize: 40 });
      expect(counted.rateLimit.store).to.equal('database');
    });
  }

  describe('with STORAGE=s3', () => {
    const least = { STORAGE: 's3', S3_BUCKET: 'svc', S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'secret' };

    it('takes a bucket of AWS, by its region', () => {
      expect(configOf({ ...least, S3_REGION: 'eu-central-1' }).storage).to.deep.equal({
        kind: 's3',
        endpoint: undefined,
        region: 'eu-central-1',
        bucket: 'svc',
        prefix: '',
        accessKeyId: 'AKIA',
        secretAccessKey: 'secret',
        pathStyle: false,
      });
    });

    it('takes a bucket of another server, whose URLs have the bucket in their path unless told otherwise', () => {
      const other = { ...least, S3_ENDPOINT: 'http://minio:9000/', S3_PREFIX: '/large/files/' };
      expect(configOf(other).storage).to.deep.include({
        endpoint: 'http://minio:9000',
        region: 'us-east-1',
        prefix: 'large/files',
        pathStyle: true,
      });
      expect(configOf({ ...other, S3_FORCE_PATH_STYLE: 'false' }).storage).to.deep.include({ pathStyle: false });
    });

    it('names everything that is missing', () => {
      expect(problemsOf({ STORAGE: 's3' })).to.deep.equal(
        ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_REGION'].map((setting) => ({
          setting,
          problem: 'must be set too when STORAGE is s3',
        })),
      );
      expect(problemsOf({ ...least, S3_ENDPOINT: 'http://minio:9000' })).to.deep.equal([]);
    });
  });

  for (const issuer of [
    'http://127.0.0.1:3000',
    'http://localhost',
    'http://[::1]:3000',
    'https://accounts.example.org/tenant',
  ]) {
    it(`trusts the issuer ${issuer}`, () => {
      expect(configOf({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: 'svc' }).oidc).to.deep.equal({ issuer, audience: 'svc' });
    });
  }

  it('takes an empty value for one that is not set', () => {
    expect(configOf({ PORT: '', OIDC_ISSUER: ' ', ADMIN_TOKEN: '' })).to.deep.equal(configOf());
  });

  it('takes a value without the white space around it, such as the end of the line that a file of secrets ends with', () => {
    const given = {
      PORT: ' 9000 ',
      BASE_URL: 'https://svc.example.org\n',
      DATABASE_URL: ' postgres://me:secret@db/svc\n',
      ADMIN_TOKEN: 'correct-horse-battery-staple\n',
      STORAGE: 's3 ',
      S3_ENDPOINT: ' http://minio:9000',
      S3_BUCKET: 'svc\t',
      S3_ACCESS_KEY_ID: 'AKIA\r\n',
      S3_SECRET_ACCESS_KEY: 'secret\n',
    };
    const trimmed = Object.fromEntries(Object.entries(given).map(([setting, text]) => [setting, text.trim()]));
    expect(configOf(given)).to.deep.equal(configOf(trimmed));
  });

  it('takes no value between quotes, which a list of settings for a container keeps, and names all of them', () => {
    const problem =
      'stands between quotes that are a part of the value, as docker run --env-file leaves them: write it without them';
    const given = {
      DATABASE_URL: '"postgres://me:secret@db/svc"',
      DATA_DIR: "'/data'\n",
      ADMIN_TOKEN: '"a secret"',
      PORT: '9000',
    };
    expect(problemsOf(given)).to.have.deep.members(
      ['DATABASE_URL', 'DATA_DIR', 'ADMIN_TOKEN'].map((setting) => ({ setting, problem })),
    );
    expect(configOf({ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: '"svc" <svc@example.org>' }).smtp?.from).to.equal(
      '"svc" <svc@example.org>',
    );
  });

  it('ignores names that only look like settings', () => {
    expect(configOf({ port: 'x', PORTS: 'x', SVC_PORT: 'x', LOGLEVEL: 'x' })).to.deep.equal(configOf());
  });

  const notWrittenOut =
    'must be written like https://host.example.org:8443/path: two slashes, no backslashes, blanks or dot segments, all of the address, other characters percent-encoded';
  const bad: readonly (readonly [string, string, string])[] = [
    ...['not a host', '192.168.1.500', '256.0.0.1', '1.2.3.4.5', 'xn--a'].map(
      (host) => ['HOST', host, 'must be an address or a host name'] as const,
    ),
    ['HOST', 'fe80::1%lo', 'can have a zone only when BASE_URL is set: no URL has one'],
    ['PORT', '0', 'must be a whole number from 1 to 65535'],
    ['PORT', '65536', 'must be a whole number from 1 to 65535'],
    ['PORT', '80.5', 'must be a whole number from 1 to 65535'],
    ['PORT', '0x50', 'must be a whole number from 1 to 65535'],
    ['BASE_URL', 'svc.example.org', 'must be an http or https URL without user, query or fragment'],
    ['BASE_URL', 'ftp://svc.example.org', 'must be an http or https URL without user, query or fragment'],
    ['BASE_URL', 'https://svc.example.org/?x=1', 'must be an http or https URL without user, query or fragment'],
    ['BASE_URL', 'https://me:secret@svc.example.org', 'must be an http or https URL without user, query or fragment'],
    ...[
      'http:/127.0.0.1:41410',
      'http:svc.example.org',
      'http:/[::1]',
      'http:///svc.example.org',
      'http:\\\\svc.example.org',
      'https://svc.example.org\\files',
      'https://svc.exa\tmple.org',
      'https://svc.example.org/my files',
      'https://svc.example.org/a/../b',
      'https://svc.example.org/a/%2e',
      'https://svc.example.org/dätei',
      'https://svc.example.org:',
      'https://svc.example.org:08443',
      'https://svc%2eexample.org',
      'http://127.1:8080',
      'https://@svc.example.org',
    ].map((url) => ['BASE_URL', url, notWrittenOut] as const),
    ['S3_ENDPOINT', 'http:/minio:9000', notWrittenOut],
    ['STRIPE_RETURN_URL', 'https:svc.example.org', notWrittenOut],
    ['STRIPE_API_URL', 'http:/127.0.0.1:12111', notWrittenOut],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http:/otel.example.org:4318', notWrittenOut],
    ...[
      'postgres://',
      'postgres:svc',
      'postgres://me:a/secret@db:5432/svc',
      'postgresql:///svc?user=me',
      'postgres://me:secret@/svc',
      'postgres://me:secret@one,two/svc',
      'postgres://me:secret@one:5432,two:5432/svc',
      'postgres://me:secret@/svc?host=one,two',
      'postgres://me:secret@db/svc?port=many',
    ].map(
      (url) =>
        [
          'DATABASE_URL',
          url,
          'must be like postgres://user:password@host:5432/name, with one host, and special characters percent-encoded',
        ] as const,
    ),
    ['DATABASE_URL', 'mysql://me:secret@db/svc', 'must begin with postgres: or sqlite:, or be a path, not begin with mysql:'],
    ...["psql 'postgres://me:secret@db/svc'", 'DATABASE_URL=postgres://me:secret@db/svc'].map(
      (text) =>
        [
          'DATABASE_URL',
          text,
          'must begin with postgres: or sqlite:, or be a path, and have nothing in front of the URL',
        ] as const,
    ),
    ...(
      [
        ['DATA_DIR', '~/svc'],
        ['DATA_DIR', '~'],
        ['DATABASE_URL', 'sqlite:~/svc.db'],
        ['DATABASE_URL', '~/svc.db'],
      ] as const
    ).map(
      ([setting, path]) =>
        [setting, path, 'must be a path that is written out: nothing replaces the ~ that it begins with'] as const,
    ),
    ['DATABASE_URL', 'sqlite:', 'must name a file'],
    ['DATABASE_URL', 'sqlite::memory:', 'must name a file'],
    ['DATABASE_URL', 'sqlite://host/svc.db', 'must name a file'],
    ['DATABASE_POOL_SIZE', '1', 'must be a whole number from 2 to 1000'],
    ['DATABASE_POOL_SIZE', 'many', 'must be a whole number from 2 to 1000'],
    ['STORAGE', 'gcs', 'must be one of fs, s3'],
    ['S3_ENDPOINT', 'minio:9000', 'must be an http or https URL without user, query or fragment'],
    ['S3_ENDPOINT', 'https://me:secret@s3.example.org', 'must be an http or https URL without user, query or fragment'],
    ['S3_REGION', 'eu central', 'must be the name of a region, such as eu-central-1'],
    ['S3_BUCKET', 'a/b', 'must be the name of a bucket'],
    ['S3_BUCKET', 'x', 'must be the name of a bucket'],
    ['S3_PREFIX', '../other', 'must be a path of letters, digits, dots, dashes and underscores'],
    ['S3_PREFIX', 'a//b', 'must be a path of letters, digits, dots, dashes and underscores'],
    ...['AKIA\u200b', 'AK IA'].map(
      (id) => ['S3_ACCESS_KEY_ID', id, 'must be up to 128 printable characters without spaces'] as const,
    ),
    ['S3_FORCE_PATH_STYLE', 'yes', 'must be true or false'],
    ['RATE_LIMIT_STORE', 'redis', 'must be one of memory, database'],
    [
      'RATE_LIMIT_STORE',
      'database',
      'can be database only when DATABASE_URL names PostgreSQL: one process alone counts in memory',
    ],
    ...(
      [
        ['EGRESS_ALLOW', 'minio.internal'],
        ['EGRESS_ALLOW', 'fe80::1%eth0'],
        ['INTERNAL_CIDRS', 'fe80::%eth0/10'],
      ] as const
    ).map(
      ([setting, networks]) => [setting, networks, 'must be a list of networks such as 10.0.0.0/8, separated by commas'] as const,
    ),
    [
      'OIDC_ISSUER',
      'accounts.example.org',
      'must be an https URL without user, query or fragment; plain http is allowed on loopback only',
    ],
    [
      'OIDC_ISSUER',
      'http://127.0.0.1.example.org',
      'must be an https URL without user, query or fragment; plain http is allowed on loopback only',
    ],
    [
      'OIDC_ISSUER',
      'http://accounts.example.org',
      'must be an https URL without user, query or fragment; plain http is allowed on loopback only',
    ],
    [
      'OIDC_ISSUER',
      'https://ada:secret@accounts.example.org',
      'must be an https URL without user, query or fragment; plain http is allowed on loopback only',
    ],
    [
      'OIDC_ISSUER',
      'https://accounts.example.org?tenant=1',
      'must be an https URL without user, query or fragment; plain http is allowed on loopback only',
    ],
    [
      'OIDC_ISSUER',
      'https://accounts.example.org#tenant',
      'must be an https URL without user, query or fragment; plain http is allowed on loopback only',
    ],
    ['ADMIN_EMAIL', 'admin', 'must be an e-mail address'],
    ['ADMIN_TOKEN', 'short', 'must be 8 to 255 printable characters without spaces'],
    ['ADMIN_TOKEN', 'with a secret space', 'must be 8 to 255 printable characters without spaces'],
    [
      'ENCRYPTION_KEYS',
      key,
      'must be a list of id:base64 of 32 bytes, separated by commas, with ids of letters, digits, - and _ that differ',
    ],
    [
      'ENCRYPTION_KEYS',
      `a:${key.slice(4)}`,
      'must be a list of id:base64 of 32 bytes, separated by commas, with ids of letters, digits, - and _ that differ',
    ],
    [
      'ENCRYPTION_KEYS',
      `a:${key},a:${key}`,
      'must be a list of id:base64 of 32 bytes, separated by commas, with ids of letters, digits, - and _ that differ',
    ],
    [
      'ENCRYPTION_KEYS',
      `a:${key},`,
      'must be a list of id:base64 of 32 bytes, separated by commas, with ids of letters, digits, - and _ that differ',
    ],
    ['SESSION_MAX_DAYS', '0', 'must be a whole number from 1 to 3650'],
    ['DEFAULT_PLAN', 'enterprise', 'must be one of free, developer, team, business'],
    ['STRIPE_SECRET_KEY', 'pk_test_public_secret', 'must be a secret key (sk_...) or a restricted one (rk_...)'],
    ['STRIPE_WEBHOOK_SECRET', 'a secret', 'must be the signing secret of an endpoint (whsec_...)'],
    ['STRIPE_PRICE_TEAM', '99.00', 'must be the id of a price, such as price_1Abc, or several, separated by commas'],
    ['STRIPE_PRICE_TEAM', 'price_1,', 'must be the id of a price, such as price_1Abc, or several, separated by commas'],
    ['STRIPE_RETURN_URL', 'svc.example.org', 'must be an http or https URL without user, query or fragment'],
    ['MAX_WRITERS_PER_KEY', '0', 'must be a whole number from 1 to 9007199254740991'],
    ['MAX_UNFINISHED_GIB', '1.5', 'must be a whole number from 1 to 1000000'],
    ['MIN_BODY_BYTES_PER_SECOND', '0', 'must be a whole number from 1 to 9007199254740991'],
    ['RATE_LIMIT_RPS', '0', 'must be a whole number from 1 to 9007199254740991'],
    ['RATE_LIMIT_BURST', '-1', 'must be a whole number from 1 to 9007199254740991'],
    ['VERIFIED_BYTES_PER_HOUR', '0', 'must be a whole number from 1 to 9007199254740991'],
    ['TRUST_PROXY_HOPS', 'true', 'must be a whole number from 0 to 100'],
    ['INTERNAL_CIDRS', '10.0.0.0/33', 'must be a list of networks such as 10.0.0.0/8, separated by commas'],
    ['INTERNAL_CIDRS', 'localhost', 'must be a list of networks such as 10.0.0.0/8, separated by commas'],
    ...[
      '*',
      'null',
      'app.example.org',
      'https://app.example.org/',
      'https://App.example.org',
      'https://a.org:443',
      'https://a.org,',
      'ftp://a.org',
      'https://u@a.org',
      'https://a.org?x',
      'https://*.a.org',
    ].map(
      (origins) =>
        [
          'CORS_ORIGINS',
          origins,
          'must be a list of origins such as https://app.example.org, separated by commas, without a path or a slash at the end',
        ] as const,
    ),
    ['INTERNAL_CIDRS', '10.0.0.0/8,', 'must be a list of networks such as 10.0.0.0/8, separated by commas'],
    ['METRICS_TOKEN', 'short', 'must be 16 to 255 printable characters without spaces'],
    ['LOG_LEVEL', 'verbose', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ];
  for (const [setting, value, problem] of bad) {
    it(`names ${setting} when it is ${value}, and says what it must be`, () => {
      const others = setting.startsWith('STRIPE_') ? stripe : setting === 'OIDC_ISSUER' ? { OIDC_AUDIENCE: 'svc' } : {};
      expect(problemsOf({ ...others, [setting]: value })).to.deep.equal([{ setting, problem }]);
      if (value.includes('secret') || setting === 'ENCRYPTION_KEYS') expect(problem).not.to.contain(value);
    });
  }

  for (const [present, missing] of [
    ['OIDC_ISSUER', 'OIDC_AUDIENCE'],
    ['OIDC_AUDIENCE', 'OIDC_ISSUER'],
  ] as const) {
    it(`wants ${missing} when there is ${present}`, () => {
      expect(problemsOf({ [present]: 'https://accounts.example.org' })).to.deep.equal([
        { setting: missing, problem: `must be set too when ${present} is` },
      ]);
    });
  }

  it('names every bad setting at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x' }).map(({ setting }) => setting)).to.deep.equal(['PORT', 'LOG_LEVEL']);
  });
});
