import { expect } from 'chai';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, settingNames } from '../../src/config/config.js';
import { recipe, runInTerminal } from './recipe.js';

const folder = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');

const service = z.looseObject({
  image: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
});
const composeFile = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()),
});

/** What the commands of the document write into `.env`, with values of their form. */
const chosen: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'ab'.repeat(24),
  S3_ACCESS_KEY_ID: `GK${'ab'.repeat(12)}`,
  S3_SECRET_ACCESS_KEY: 'ab'.repeat(32),
  GARAGE_RPC_SECRET: 'ab'.repeat(32),
  ADMIN_TOKEN: 'ab'.repeat(24),
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
};

/** As Compose does it: `${NAME:?what to do}` has to be there, `${NAME:-default}` need not. */
const interpolated = (text: string): string =>
  text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, otherwise: string) => {
    const value = chosen[name] ?? (kind === '-' ? otherwise : undefined);
    if (value === undefined) throw new Error(`docs/operations.md writes no ${name} into .env`);
    return value;
  });

describe('the compose file', () => {
  const compose = (): z.output<typeof composeFile> => composeFile.parse(parse(read('compose.yaml'), { merge: true }));
  const serversOf = ({ services }: z.output<typeof composeFile>) =>
    Object.entries(services).filter(([, { image }]) => image === 'svc-server');

  it('starts servers with settings that the server knows and takes, and nothing else', () => {
    const servers = serversOf(compose());
    expect(servers.map(([name]) => name)).to.deep.equal(['first-server', 'second-server']);
    for (const [name, { environment }] of servers) {
      expect(settingNames, name).to.include.members(Object.keys(environment));
      const values = Object.fromEntries(Object.entries(environment).map(([setting, text]) => [setting, interpolated(text)]));
      const config = readConfig(values, '/data');
      expect(config.isOk() ? [] : config.error, name).to.deep.equal([]);
    }
  });

  it('names whole versions, files that are there, and volumes and services that it has', () => {
    const { services, volumes } = compose();
    for (const [name, { image = '', volumes: mounts, depends_on: others }] of Object.entries(services)) {
      if (image !== 'svc-server') expect(image, name).to.match(/^[\w./-]+:v?\d+(?:\.\d+)*$/);
      for (const mount of mounts) {
        const [from = ''] = mount.split(':');
        if (from.startsWith('./')) expect(existsSync(new URL(from, folder)), mount).to.equal(true);
        else expect(Object.keys(volumes), mount).to.include(from);
      }
      expect(Object.keys(services), name).to.include.members(Object.keys(others));
    }
  });

  it('has a bucket where the servers look for it', () => {
    const composed = compose();
    const environment = serversOf(composed)[0]?.[1].environment ?? {};
    const garage = read('garage.toml');
    expect(garage).to.contain(`s3_region = "${environment['S3_REGION'] ?? 'us-east-1'}"`);
    expect(garage).to.contain(`:${new URL(environment['S3_ENDPOINT'] ?? '').port}"`);
    expect(composed.services['bucket']?.environment['GARAGE_DEFAULT_BUCKET']).to.equal(environment['S3_BUCKET']);
  });

  it('is used by commands of the document that write every secret which it needs', () => {
    const [commands = ''] = recipe('## To try it out with Docker');
    for (const name of Object.keys(chosen)) expect(commands).to.contain(name);
  });
});

describe('the unit of systemd', () => {
  const unit = read('operations/svc-server.service');
  const values = (key: string): readonly string[] =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

  it('has sections of lines KEY=value, and one way to start', () => {
    for (const line of unit.split('\n')) expect(line).to.match(/^(?:#.*|\[(?:Unit|Service|Install)\]|[A-Z]\w*=.*|)$/);
    expect(values('ExecStart')).to.deep.equal(['/usr/local/bin/svc-server serve']);
  });

  it('starts the command that npm has installed, after the line of the document that says where', async () => {
    const [commands = ''] = recipe('## As a service of systemd');
    const [line = ''] = commands.split('\n').filter((each) => each.startsWith('sed '));
    const scratch = mkdtempSync(join(tmpdir(), 'svc-unit-'));
    try {
      const installed = join(scratch, 'svc-server.service');
      writeFileSync(installed, unit);
      const env = { PATH: process.env['PATH'] ?? '', npm_config_prefix: '/opt/node' };
      await runInTerminal(line.replace('/etc/systemd/system/svc-server.service', installed), { folder: scratch, env });
      expect(readFileSync(installed, 'utf8')).to.contain('\nExecStart=/opt/node/bin/svc-server serve\n');
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });

  it('has commands run beside it by the same user, with the same settings, in the same folder', async () => {
    const [, beside = ''] = recipe('## As a service of systemd');
    const scratch = mkdtempSync(join(tmpdir(), 'svc-unit-'));
    try {
      writeFileSync(join(scratch, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
      const env = { PATH: [scratch, process.env['PATH'] ?? ''].join(delimiter), npm_config_prefix: '/opt/node' };
      const words = (await runInTerminal(beside, { folder: scratch, env })).split('\n');
      const [user] = values('User');
      const [group] = values('Group');
      const [folderOfService] = values('WorkingDirectory');
      const [file] = values('EnvironmentFile');
      const given = [
        `--uid=${user}`,
        `--gid=${group}`,
        `--working-directory=${folderOfService}`,
        `--property=EnvironmentFile=${file}`,
      ];
      expect(words).to.include.members([...given, `--property=UMask=${values('UMask')[0]}`]);
      for (const setting of values('Environment').flatMap((line) => line.split(' ')))
        expect(words).to.include(`--setenv=${setting}`);
      expect(words.join(' ')).to.contain(' /opt/node/bin/svc-server user list ');
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });

  it('sets what the server knows, beside what Node does', () => {
    const set = values('Environment').flatMap((line) => line.split(' ').map((each) => each.split('=', 1)[0]));
    expect(settingNames).to.include.members(set.filter((name) => name !== 'NODE_ENV'));
  });

  it('gives a stop the time that the document asks for, and keeps the data for its user alone', () => {
    expect(readFileSync(new URL('../../docs/operations.md', folder), 'utf8')).to.contain('Give it 70 seconds before `SIGKILL`');
    expect(values('TimeoutStopSec')).to.deep.equal(['70']);
    expect(values('StateDirectoryMode')).to.deep.equal(['0700']);
  });
});
