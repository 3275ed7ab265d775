import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { freePort } from '@svc/test-services/free-port';
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { version } from '../src/version.js';
import { installWithout } from './bare-installation.js';
import { createApiClient } from './client/api-client.js';
import { read } from './client/exchange.js';
import { organizationAnswer } from './client/wire.js';
import { statusOf } from './serve/status-of.js';
import { runCommand, runProcess } from './server/run-command.js';
import { startServer, type TestServer } from './server/start-server.js';

const tokenAnswer = z.object({ token: z.object({ id: z.string() }), secret: z.string() });

/** What the first start of a server leaves. */
const makeDatabase = async (folder: string): Promise<void> => {
  mkdirSync(join(folder, 'data'));
  const database = await openSqliteDatabase({ path: join(folder, 'data', 'svc.db'), exclusive: false });
  await database.close();
};

const oneLine = /^svc-server: [^\n]+\n$/;

describe('svc-server', () => {
  describe('with a bad setting or a bad command', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'svc-command-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('says what to do where SQLite was not compiled, because no install scripts ran', async () => {
      const { program, remove } = await installWithout('scripts', 'svc-server');
      const started: unknown = await promisify(execFile)(process.execPath, [program, 'serve'], {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', PORT: '18341' },
      }).catch((fault: unknown) => fault);
      await remove();
      expect(started).to.have.property('stderr').that.matches(oneLine).and.contains('run npm rebuild better-sqlite3');
      expect(started).to.have.property('code', 1);
    });

    const failures: readonly (readonly [readonly string[], Readonly<Record<string, string>>, string])[] = [
      [['serve'], { PORT: 'http' }, 'PORT must be a whole number from 1 to 65535'],
      [
        ['serve'],
        { DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/svc' },
        'DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:9',
      ],
      [
        ['user', 'add', 'ada@example.org'],
        { DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/svc' },
        'DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:9',
      ],
      [['serve'], { STORAGE: 's3' }, 'S3_BUCKET must be set too when STORAGE is s3'],
      [['serve'], { OIDC_ISSUER: 'http://issuer.example', OIDC_AUDIENCE: 'svc' }, 'OIDC_ISSUER must be an https URL'],
      [['serve'], { ADMIN_TOKEN: 'svc_pat_mistyped' }, 'ADMIN_TOKEN must'],
      [['serve'], { DATA_DIR: '/dev/null/data' }, 'DATA_DIR cannot be used'],
      [['serve'], { HOST: '203.0.113.1', PORT: '65000' }, 'listen EADDRNOTAVAIL'],
      [['user', 'add', 'nobody'], {}, 'nobody is no e-mail address'],
      [['user', 'add', 'ada@example.org', '--name', 'Ada\tLovelace'], {}, 'a name is one line of at most 200 characters'],
      [['user', 'add', 'ada@example.org'], { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
      [['user', 'suspend', 'ada@example.org'], {}, 'there is no user ada@example.org'],
      [['user', 'resume', 'ada@example.org'], {}, 'there is no user ada@example.org'],
      [['user', 'suspend', '00000000-0000-4000-8000-000000000001'], {}, 'there is no user 00000000-0000-4000-8000-000000000001'],
      [['session', 'create', 'ada@example.org'], {}, 'there is no user ada@example.org'],
      [['session', 'create', 'ada@example.org', '--days', '366'], {}, "'366' is invalid. Choose a number from 1 to 365."],
      [
        ['member', 'add', 'team', 'ada@example.org', '--role', 'OWNER'],
        {},
        'there is no user ada@example.org, or no organization team',
      ],
      [
        ['member', 'add', 'team', 'ada@example.org', '--role', 'KING'],
        {},
        'Choose one of OWNER, ADMIN, DEVELOPER, VIEWER, BILLING.',
      ],
      [['member', 'add', 'team', 'ada@example.org'], {}, "required option '--role <role>' not specified"],
      [['member', 'add', 'No Slug', 'ada@example.org', '--role', 'OWNER'], {}, 'It is no slug of an organization.'],
      [['organization', 'plan', 'team', 'gold'], {}, 'Choose one of free, developer, team, business.'],
      [['organization', 'plan', 'nobody', 'team'], {}, 'there is no organization nobody'],
      [['repository', 'list', 'nobody'], {}, 'there is no organization nobody'],
      [['token', 'list', 'nobody'], {}, 'there is no organization nobody'],
      [['token', 'list'], {}, "missing required argument 'organization'"],
      [['organization', 'byos-addon', 'team', 'yes'], {}, 'Choose on or off.'],
      [['backup', '--to', ''], {}, '--to is empty'],
      [['backup', '--to', ' \t'], {}, '--to is empty'],
      [['backups', '--from', ''], {}, '--from is empty'],
      [['restore', '--from', ''], {}, '--from is empty'],
      [['prune-backups', '--keep-last', '1', '--from', ''], {}, '--from is empty'],
      [['copy-files', '--from', '', '--to', 'there'], {}, '--from is empty'],
      [['copy-files', '--from', 'data', '--to', ''], {}, '--to is empty'],
      [['copy', '--from', 'data/svc.db', '--to', ' '], {}, '--to is empty'],
      [['serve'], { STRIPE_SECRET_KEY: 'sk_test_0123456789' }, 'STRIPE_WEBHOOK_SECRET must be set too when STRIPE_SECRET_KEY is'],
      [['serve'], { STRIPE_SECRET_KEY: 'secret@' }, 'STRIPE_SECRET_KEY must be a secret key'],
      [['user', 'add'], {}, "missing required argument 'email'"],
      [['user', 'remove', 'ada@example.org'], {}, "unknown command 'remove'"],
      [[], { PORT: 'http' }, 'PORT must be a whole number from 1 to 65535'],
      [['serv'], {}, "unknown command 'serv'"],
      [['serve', '--port', '1'], {}, "unknown option '--port'"],
    ];
    for (const [parameters, settings, message] of failures) {
      it(`answers "${parameters.join(' ')}" in one line: ${message}`, async () => {
        if (parameters[0] !== 'serve') await makeDatabase(folder);
        // Somebody's own server may have the usual port.
        const { code, stdout, stderr } = await runCommand(parameters, folder, { PORT: String(await freePort()), ...settings });
        expect(code).to.equal(1);
        expect(stdout).to.equal('');
        expect(stderr).to.match(oneLine).and.contain(message).and.not.contain('secret@');
      });
    }

    it('is started by the file that npm links', async () => {
      await makeDatabase(folder);
      const linked = fileURLToPath(new URL('../bin/svc-server.js', import.meta.url));
      const { stdout } = await promisify(execFile)(process.execPath, [linked, 'user', 'add', 'ada@example.org'], { cwd: folder });
      expect(stdout).to.equal('added ada@example.org\n');
    });

    it('reads the .env file of the working directory', async () => {
      writeFileSync(join(folder, '.env'), 'PORT=http\n');
      expect((await runCommand(['serve'], folder)).stderr).to.contain('PORT must be');
    });

    it('leaves nothing behind when the settings are bad', async () => {
      await runCommand(['serve'], folder, { PORT: 'http' });
      expect(readdirSync(folder)).to.deep.equal([]);
    });

    it('looks for data in ./data unless told otherwise', async () => {
      await makeDatabase(folder);
      expect(await runProcess(['user', 'add', 'ada@example.org'], folder)).to.deep.equal({
        code: 0,
        stdout: 'added ada@example.org\n',
        stderr: '',
      });
      expect(readdirSync(folder)).to.deep.equal(['data']);
    });

    it('says which version it is', async () => {
      expect(await runProcess(['--version'], folder)).to.deep.equal({ code: 0, stdout: `${version}\n`, stderr: '' });
      expect(readdirSync(folder)).to.deep.equal([]);
    });

    for (const [name, parameters] of [
      ['user add', ['user', 'add', 'ada@example.org']],
      ['session create', ['session', 'create', 'ada@example.org']],
      ['organization plan', ['organization', 'plan', 'acme', 'team']],
    ] as const) {
      it(`makes no database where ${name} finds none, and says so`, async () => {
        const { code, stdout, stderr } = await runCommand(parameters, folder);
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
        expect(stderr)
          .to.match(oneLine)
          .and.contain(`no database of a server at ${join(folder, 'data', 'svc.db')}`);
        expect(readdirSync(folder)).to.deep.equal([]);
      });
    }

    it('makes nothing in a file that holds no database, or in a folder without one', async () => {
      writeFileSync(join(folder, 'empty.db'), '');
      const { stderr } = await runCommand(['user', 'add', 'ada@example.org'], folder, { DATABASE_URL: 'sqlite:empty.db' });
      expect(stderr).to.match(oneLine).and.contain('no database of a server');
      mkdirSync(join(folder, 'data'));
      expect((await runCommand(['user', 'add', 'ada@example.org'], folder)).code).to.equal(1);
      expect(readdirSync(join(folder, 'data'))).to.deep.equal([]);
    });
  });

  describe('beside a running server', () => {
    let server: TestServer;
    before(async () => {
      server = await startServer({ environment: { DEFAULT_PLAN: 'business', RATE_LIMIT_BURST: '1000' } });
    });
    after(() => server.close());

    const say = async (...parameters: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await server.command(...parameters);
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      return stdout;
    };

    it('adds a user once', async () => {
      expect(await say('user', 'add', 'ada@example.org', '--name', 'Ada')).to.equal('added ada@example.org\n');
      expect(await say('user', 'add', 'ada@example.org')).to.equal('ada@example.org is there already\n');
    });

    it('prints a session credential that works, alone on its line', async () => {
      await say('user', 'add', 'bob@example.org');
      const secret = await say('session', 'create', 'bob@example.org');
      expect(secret).to.match(/^svc_ses_[0-9A-Za-z]{36}\n$/);
      expect(await statusOf(server, '/users/me', secret.trim())).to.equal(200);
    });

    it('suspends a user from the next request on, and lets them in again', async () => {
      await say('user', 'add', 'cleo@example.org');
      const secret = (await say('session', 'create', 'cleo@example.org')).trim();
      expect(await say('user', 'suspend', 'cleo@example.org')).to.equal('suspended cleo@example.org\n');
      expect(await statusOf(server, '/users/me', secret)).to.equal(403);
      expect((await server.command('session', 'create', 'cleo@example.org')).stderr).to.equal(
        'svc-server: cleo@example.org is suspended\n',
      );
      expect(await say('user', 'resume', 'cleo@example.org')).to.equal('resumed cleo@example.org\n');
      expect(await statusOf(server, '/users/me', secret), 'a session from before').to.equal(401);
      const again = (await say('session', 'create', 'cleo@example.org')).trim();
      expect(await statusOf(server, '/users/me', again)).to.equal(200);
    });

    it('makes a user a member with a role, and keeps the last owner', async () => {
      const api = createApiClient(server.baseUrl, server.adminToken);
      const { organization } = read(await api.call('POST', '/organizations', { name: 'Team' }), 201, organizationAnswer);
      api.close();
      await say('user', 'add', 'dan@example.org');
      const secret = (await say('session', 'create', 'dan@example.org')).trim();
      expect(await statusOf(server, `/organizations/${organization.id}`, secret)).to.equal(404);
      expect(await say('member', 'add', organization.slug, 'dan@example.org', '--role', 'VIEWER')).to.equal(
        'dan@example.org is VIEWER of team\n',
      );
      expect(await statusOf(server, `/organizations/${organization.id}`, secret)).to.equal(200);
      const lost = await server.command('member', 'add', organization.slug, 'admin@localhost', '--role', 'VIEWER');
      expect(lost).to.include({ code: 1, stderr: 'svc-server: an organization keeps at least one OWNER\n' });
    });

    it('lists everybody, organizations, their repositories and tokens, all but secrets', async () => {
      const api = createApiClient(server.baseUrl, server.adminToken);
      const { organization } = read(await api.call('POST', '/organizations', { name: 'Lists' }), 201, organizationAnswer);
      const { id: repositoryId } = await api.createRepositoryIn(organization.id, 'Models');
      const request = { name: 'laptop', scopes: ['repo:read', 'repo:write'] };
      const made = read(await api.call('POST', `/organizations/${organization.id}/tokens`, request), 201, tokenAnswer);
      api.close();
      await say('user', 'add', 'eve@example.org', '--name', 'Eve Ünïcode');

      expect(await say('user', 'list')).to.match(
        /^[0-9a-f-]{36} {2}ACTIVE {5}\d{4}-\d\d-\d\d {2}eve@example\.org {2}Eve Ünïcode$/m,
      );
      expect(await say('organization', 'list')).to.match(
        new RegExp(`^${organization.id} {2}business {3}\\d{4}-\\d\\d-\\d\\d {2}lists {2}Lists$`, 'm'),
      );
      expect(await say('repository', 'list', 'lists')).to.match(
        new RegExp(`^${repositoryId} {2}PRIVATE {3}managed {2}\\d{4}-\\d\\d-\\d\\d {2}models {2}Models\n$`),
      );
      const listed = await say('token', 'list', 'lists');
      expect(listed).to.match(
        new RegExp(`^${made.token.id} {2}PAT {3}\\S{10} {2}never {7}[0-9a-f-]{36} {2}repo:read,repo:write {2}laptop\n$`),
      );
      const json = await say('token', 'list', 'lists', '--json');
      expect(JSON.parse(json)).to.include({ id: made.token.id, organization_id: organization.id, name: 'laptop', kind: 'PAT' });
      expect(listed + json)
        .not.to.contain(made.secret)
        .and.not.to.contain(made.secret.slice(-12));
      for (const list of [
        ['user', 'list'],
        ['organization', 'list'],
        ['repository', 'list', 'lists'],
      ]) {
        const lines = (await say(...list, '--json')).trimEnd().split('\n');
        expect(lines).to.have.length((await say(...list)).trimEnd().split('\n').length);
        for (const line of lines) expect(JSON.parse(line)).to.include.keys('id', 'name', 'created_at');
      }
    });

    it('lists more than a page holds', async () => {
      const api = createApiClient(server.baseUrl, server.adminToken);
      const { organization } = read(await api.call('POST', '/organizations', { name: 'Many' }), 201, organizationAnswer);
      for (let at = 0; at < 101; at += 1) await api.createRepositoryIn(organization.id, `Repository ${at}`);
      api.close();
      expect((await say('repository', 'list', 'many')).trimEnd().split('\n')).to.have.length(101);
    });

    it('revokes a token from the next request on, which the audit log tells', async () => {
      const api = createApiClient(server.baseUrl, server.adminToken);
      const { organization } = read(await api.call('POST', '/organizations', { name: 'Revoked' }), 201, organizationAnswer);
      const request = { name: 'lost', scopes: ['org:read'] };
      const made = read(await api.call('POST', `/organizations/${organization.id}/tokens`, request), 201, tokenAnswer);
      const path = `/organizations/${organization.id}`;
      expect(await statusOf(server, path, made.secret)).to.equal(200);
      expect(await say('token', 'revoke', made.token.id)).to.match(
        new RegExp(`^revoked ${made.token.id} of the user [0-9a-f-]{36}\n$`),
      );
      expect(await statusOf(server, path, made.secret)).to.equal(401);
      expect((await server.command('token', 'revoke', made.token.id)).stderr).to.equal(
        `svc-server: there is no token ${made.token.id}\n`,
      );
      const { stderr } = await server.command('token', 'revoke', made.secret);
      expect(stderr).to.match(oneLine).and.contain('no id of a token').and.not.contain(made.secret);
      const log = (await api.call('GET', `${path}/audit?limit=1`)).bytes.toString();
      expect(log).to.contain('"token.revoke"').and.contain(made.token.id);
      api.close();
    });

    it('sets the plan and the add-on of an organization, which hold at the next request', async () => {
      const api = createApiClient(server.baseUrl, server.adminToken);
      const { organization } = read(await api.call('POST', '/organizations', { name: 'Plans' }), 201, organizationAnswer);
      const bucket = { name: 'Ours', provider: 'minio', endpoint: 'https://s3.example.test', bucket: 'models' };
      const keys = { auth_method: 'access_keys', access_key_id: 'AKID', secret_access_key: 'wJalrXUtnFEMI' };
      const connect = async (): Promise<number> =>
        (await api.call('POST', `/organizations/${organization.id}/storage/connections`, { ...bucket, ...keys })).status;
      expect(await say('organization', 'plan', 'plans', 'developer')).to.equal(
        'plans is on developer, without the add-on for storage connections\n',
      );
      expect(await connect()).to.equal(402);
      expect(await say('organization', 'byos-addon', 'plans', 'on')).to.equal(
        'plans is on developer, with the add-on for storage connections\n',
      );
      expect(await connect(), 'of a bucket that does not answer').to.equal(201);
      expect(await say('organization', 'byos-addon', 'plans', 'off')).to.contain('without');
      expect(await say('organization', 'plan', 'plans', 'free')).to.equal('plans is on free\n');
      expect(await connect()).to.equal(402);
      api.close();
    });
  });
});
