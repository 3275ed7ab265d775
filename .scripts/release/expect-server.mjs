import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

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

/**
 * Starts a server of its own process group, waits until all `paths` are answered, lets `use` have it, ends the group with SIGTERM, and waits for its
 * end.
 */
export const expectServer = async (command, parameters, folder, { paths, settings = {}, use = () => undefined }) => {
  const port = await freePort();
  const environment = { ...process.env, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', ...settings, PORT: String(port) };
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
    await use(`http://127.0.0.1:${port}`);
    process.kill(-child.pid, 'SIGTERM');
    const isOver = await Promise.race([ended.then(() => true), pause(patienceMs, false, { ref: false })]);
    if (!isOver) throw new Error(`${name} goes on after SIGTERM`);
    // npx may end before the server that it has started.
    const goneBy = Date.now() + patienceMs;
    while (await isAnswered(`http://127.0.0.1:${port}${paths[0]}`)) {
      if (Date.now() > goneBy) throw new Error(`the server of ${name} goes on after SIGTERM`);
      await pause(50);
    }
  } finally {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
  }
};
