import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../run.mjs';
import { examples } from '../workspaces.mjs';

const patienceMs = 60_000;

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

const isAnswered = async (url) => {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
};

/** Starts a server of its own process group, waits until all `paths` are answered, ends the group with SIGTERM, and waits for its end. */
const expectServer = async (command, parameters, folder, paths) => {
  const port = await freePort();
  const environment = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
  const child = spawn(command, parameters, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  const name = [command, ...parameters].join(' ');
  try {
    const deadline = Date.now() + patienceMs;
    for (const path of paths) {
      while (!(await isAnswered(`http://127.0.0.1:${port}${path}`))) {
        if (child.exitCode !== null) throw new Error(`${name} has ended with ${child.exitCode}`);
        if (Date.now() > deadline) throw new Error(`${name} does not answer ${path}`);
        await pause(50);
      }
    }
    process.kill(-child.pid, 'SIGTERM');
    const isOver = await Promise.race([ended.then(() => true), pause(patienceMs, false, { ref: false })]);
    if (!isOver || (await isAnswered(`http://127.0.0.1:${port}${paths[0]}`))) throw new Error(`${name} goes on after SIGTERM`);
  } finally {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
  }
};

const typescript = ['--import', 'tsx'];

const embedded = (folder) =>
  expectServer(process.execPath, [...typescript, 'src/index.ts'], folder, ['/files/readyz', '/files/api/v1/plans']);

/** How each example is run where its sources lie beside our installed packages. */
const tries = {
  'reference-server': (folder) => expectServer('npx', ['--no', '@svc/server'], folder, ['/healthz', '/readyz']),
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
