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
      dataDir: '/srv/svc/data',
      databasePath: '/srv/svc/data/svc.db',
      encryptionKeys: undefined,
      oidc: undefined,
      admin: { email: 'admin@localhost', token: undefined },
      defaultPlan: 'free',
      rateLimit: { perSecond: 30, burst: 60 },
      trustProxyHops: 0,
      internalCidrs: [],
      logLevel: 'info',
    });
  });

  it('takes what is set', () => {
    const config = configOf({
      HOST: '::1',
      PORT: '65535',
      DATA_DIR: '/var/lib/svc',
      STORAGE: 'fs',
      OIDC_ISSUER: 'https://accounts.example.org',
      OIDC_AUDIENCE: 'svc',
      ADMIN_EMAIL: 'ada@example.org',
      ADMIN_TOKEN: 'correct-horse-battery-staple',
      ENCRYPTION_KEYS: `new:${key}, old:${key}`,
      DEFAULT_PLAN: 'business',
      RATE_LIMIT_RPS: '1000',
      RATE_LIMIT_BURST: '2000',
      TRUST_PROXY_HOPS: '2',
      INTERNAL_CIDRS: '10.0.0.0/8, fd00::/8,192.0.2.7',
      LOG_LEVEL: 'debug',
    });
    expect(config).to.deep.include({
      host: '::1',
      port: 65535,
      baseUrl: 'http://[::1]:65535',
      databasePath: '/var/lib/svc/svc.db',
      oidc: { issuer: 'https://accounts.example.org', audience: 'svc' },
      admin: { email: 'ada@example.org', token: 'correct-horse-battery-staple' },
      defaultPlan: 'business',
      rateLimit: { perSecond: 1000, burst: 2000 },
      trustProxyHops: 2,
      internalCidrs: ['10.0.0.0/8', 'fd00::/8', '192.0.2.7'],
      logLevel: 'debug',
    });
    expect(config.encryptionKeys?.map(({ id }) => id)).to.deep.equal(['new', 'old']);
  });

  for (const [given, expected] of [
    ['https://svc.example.org/', 'https://svc.example.org'],
    ['http://svc.example.org:8443/files', 'http://svc.example.org:8443/files'],
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

  for (const [url, path] of [
    ['sqlite:db/svc.db', '/srv/svc/db/svc.db'],
    ['sqlite:/var/svc.db', '/var/svc.db'],
    ['sqlite:///var/svc.db', '/var/svc.db'],
    ['file:///var/svc.db', '/var/svc.db'],
    ['./svc.db', '/srv/svc/svc.db'],
  ] as const) {
    it(`finds the database of ${url} at ${path}`, () => {
      expect(configOf({ DATABASE_URL: url }).databasePath).to.equal(path);
    });
  }

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

  it('ignores names that only look like settings', () => {
    expect(configOf({ port: 'x', PORTS: 'x', SVC_PORT: 'x', LOGLEVEL: 'x' })).to.deep.equal(configOf());
  });

  const bad: readonly (readonly [string, string, string])[] = [
    ['HOST', 'not a host', 'must be an address or a host name'],
    ['PORT', '0', 'must be a whole number from 1 to 65535'],
    ['PORT', '65536', 'must be a whole number from 1 to 65535'],
    ['PORT', '80.5', 'must be a whole number from 1 to 65535'],
    ['PORT', '0x50', 'must be a whole number from 1 to 65535'],
    ['BASE_URL', 'svc.example.org', 'must be an http or https URL without user, query or fragment'],
    ['BASE_URL', 'ftp://svc.example.org', 'must be an http or https URL without user, query or fragment'],
    ['BASE_URL', 'https://svc.example.org/?x=1', 'must be an http or https URL without user, query or fragment'],
    ['BASE_URL', 'https://me:secret@svc.example.org', 'must be an http or https URL without user, query or fragment'],
    [
      'DATABASE_URL',
      'postgres://me:secret@db/svc',
      'names PostgreSQL, for which this build has no adapter yet; leave it out to use SQLite',
    ],
    [
      'DATABASE_URL',
      'postgresql://db/svc',
      'names PostgreSQL, for which this build has no adapter yet; leave it out to use SQLite',
    ],
    ['DATABASE_URL', 'mysql://db/svc', 'must begin with sqlite: or be a path, not begin with mysql:'],
    ['DATABASE_URL', 'sqlite:', 'must name a file'],
    ['DATABASE_URL', 'sqlite::memory:', 'must name a file'],
    ['DATABASE_URL', 'sqlite://host/svc.db', 'must name a file'],
    ['STORAGE', 's3', 'must be fs, the only storage of this build'],
    ['OIDC_ISSUER', 'accounts.example.org', 'must be an https URL; plain http is allowed on loopback only'],
    ['OIDC_ISSUER', 'http://127.0.0.1.example.org', 'must be an https URL; plain http is allowed on loopback only'],
    ['OIDC_ISSUER', 'http://accounts.example.org', 'must be an https URL; plain http is allowed on loopback only'],
    ['ADMIN_EMAIL', 'admin', 'must be an e-mail address'],
    ['ADMIN_TOKEN', 'short', 'must be 8 to 255 printable characters without spaces'],
    ['ADMIN_TOKEN', 'with a secret space', 'must be 8 to 255 printable characters without spaces'],
    ['ENCRYPTION_KEYS', key, 'must be a list of id:base64 of 32 bytes, separated by commas, with ids of their own'],
    [
      'ENCRYPTION_KEYS',
      `a:${key.slice(4)}`,
      'must be a list of id:base64 of 32 bytes, separated by commas, with ids of their own',
    ],
    [
      'ENCRYPTION_KEYS',
      `a:${key},a:${key}`,
      'must be a list of id:base64 of 32 bytes, separated by commas, with ids of their own',
    ],
    ['ENCRYPTION_KEYS', `a:${key},`, 'must be a list of id:base64 of 32 bytes, separated by commas, with ids of their own'],
    ['DEFAULT_PLAN', 'enterprise', 'must be one of free, developer, team, business'],
    ['RATE_LIMIT_RPS', '0', 'must be a whole number, at least 1'],
    ['RATE_LIMIT_BURST', '-1', 'must be a whole number, at least 1'],
    ['TRUST_PROXY_HOPS', 'true', 'must be a whole number from 0 to 100'],
    ['INTERNAL_CIDRS', '10.0.0.0/33', 'must be a list of networks such as 10.0.0.0/8, separated by commas'],
    ['INTERNAL_CIDRS', 'localhost', 'must be a list of networks such as 10.0.0.0/8, separated by commas'],
    ['INTERNAL_CIDRS', '10.0.0.0/8,', 'must be a list of networks such as 10.0.0.0/8, separated by commas'],
    ['LOG_LEVEL', 'verbose', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ];
  for (const [setting, value, problem] of bad) {
    it(`names ${setting} when it is ${value}, and says what it must be`, () => {
      const others = setting === 'OIDC_ISSUER' ? { OIDC_AUDIENCE: 'svc' } : {};
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
