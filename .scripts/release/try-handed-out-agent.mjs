import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { run } from '../run.mjs';
import { expectServer } from './expect-server.mjs';
import { addCompiled, installQuickly } from './install-tarballs.mjs';

const ADMIN_TOKEN = 'a-token-of-the-release';

const call = async (baseUrl, path, body) => {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return response.json();
};

/** Does on an empty machine what the server says at `/connect`: installs the agent from there, and brings a file there and back. */
const installAndUse = async (folder, baseUrl) => {
  await call(baseUrl, '/organizations', { name: 'Acme' });
  const { repository } = await call(baseUrl, '/organizations/acme/repositories', { name: 'Models' });
  const { connect } = await call(baseUrl, `/repositories/${repository.id}/connect`);
  const [install] = connect.agent.commands.split('\n');
  const prefix = join(folder, 'prefix');
  mkdirSync(prefix);
  await run('sh', ['-euc', `${install} --prefix '${prefix}' ${installQuickly.join(' ')}`], folder);
  await addCompiled(join(prefix, 'lib/node_modules/@svc/agent'));

  const env = { PATH: process.env.PATH, HOME: folder, SVC_URL: baseUrl, SVC_REPOSITORY: repository.id, SVC_TOKEN: ADMIN_TOKEN };
  const svc = async (...parameters) =>
    (await promisify(execFile)(join(prefix, 'bin/svc'), parameters, { cwd: folder, env })).stdout.trim();
  const { version } = connect.agent.package;
  if ((await svc('--version')) !== version) throw new Error(`the agent is not of the version ${version} that /connect names`);
  const bytes = Buffer.alloc(3_000_000, 'weights of a model');
  writeFileSync(join(folder, 'model.bin'), bytes);
  const [oid] = (await svc('push', 'model.bin')).split(' ');
  await svc('pull', oid, '-o', 'copy.bin');
  if (!readFileSync(join(folder, 'copy.bin')).equals(bytes)) throw new Error('the agent has brought other bytes back');
};

/** The agent that the server hands out, which is installed in `project`. */
export const tryHandedOutAgent = async (project) => {
  const folder = mkdtempSync(join(project, 'newcomer-'));
  await expectServer('npx', ['--no', '@svc/server'], project, {
    paths: ['/readyz'],
    settings: { ADMIN_TOKEN, DATA_DIR: join(folder, 'data') },
    use: (baseUrl) => installAndUse(folder, baseUrl),
  });
  console.log('the agent is installed from the server, and pushes and pulls');
};
