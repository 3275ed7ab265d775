import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '../run.mjs';
import { examples } from '../workspaces.mjs';
import { expectServer } from './expect-server.mjs';

const typescript = ['--import', 'tsx'];

const embedded = (folder) =>
  expectServer(process.execPath, [...typescript, 'src/index.ts'], folder, {
    paths: ['/files/readyz', '/files/api/v1/plans'],
  });

/** How each example is run where its sources lie beside our installed packages. */
const tries = {
  'reference-server': (folder) => expectServer('npx', ['--no', '@svc/server'], folder, { paths: ['/healthz', '/readyz'] }),
  'embed-in-koa': embedded,
  'embed-in-express': embedded,
  'verify-tool': async (folder) => {
    const oid = createHash('sha256')
      .update(readFileSync(join(folder, 'package.json')))
      .digest('hex');
    await run(process.execPath, [...typescript, 'src/index.ts', 'package.json', oid], folder);
  },
  'test-with-memory': (folder) => run('../node_modules/.bin/mocha', ['--import=tsx', 'test/**/*.test.ts'], folder),
};

/** Runs every example in `folder`, where the tarballs are installed, from nothing but its own sources and them. */
export const tryExamples = async (folder) => {
  for (const { folder: home, manifest } of examples()) {
    const name = basename(home);
    const place = join(folder, name);
    const parts = manifest.private === true ? ['package.json', 'src', 'test'] : [];
    for (const part of parts.filter((each) => existsSync(join(home, each))))
      cpSync(join(home, part), join(place, part), { recursive: true });
    if (tries[name] === undefined) throw new Error(`nothing here says how examples/${name} is run`);
    await tries[name](parts.length > 0 ? place : folder);
    console.log(`examples/${name} runs from the tarballs`);
  }
};

/** The command of the agent, where it is installed. */
export const tryAgent = async (folder) => {
  for (const parameters of [['--version'], ['doctor', '--help'], ['chunk', 'package.json']])
    await run('node_modules/.bin/svc', parameters, folder);
};

const post = async (url, token, body) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

/** The agent alone, installed from its tarball in an empty folder where no install script may run, with the server that is installed in `project`. */
export const tryBareAgent = async (folder, project, tarball) => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', '--ignore-scripts', ...quietly, tarball], folder);
  const sent = readFileSync(process.execPath).subarray(0, 8_000_000);
  writeFileSync(join(folder, 'file'), sent);
  const token = 'a-token-of-the-release-check';
  const use = async (url) => {
    const api = `${url}/api/v1/organizations`;
    const { organization } = await post(api, token, { name: 'Bare' });
    const { repository } = await post(`${api}/${organization.id}/repositories`, token, { name: 'Bare' });
    const environment = { SVC_URL: url, SVC_REPOSITORY: repository.id, SVC_TOKEN: token };
    const svc = (...parameters) => run('node_modules/.bin/svc', parameters, folder, environment);
    const oid = createHash('sha256').update(sent).digest('hex');
    await svc('push', 'file');
    await svc('verify', oid);
    await svc('pull', oid, '-o', 'again');
    await svc('doctor');
    if (!readFileSync(join(folder, 'again')).equals(sent))
      throw new Error('the agent without install scripts has pulled other bytes');
  };
  const settings = { ADMIN_TOKEN: token, DATA_DIR: join(folder, 'data') };
  await expectServer('npx', ['--no', '@svc/server'], project, { paths: ['/readyz'], settings, use });
  console.log('the agent works without install scripts');
};
