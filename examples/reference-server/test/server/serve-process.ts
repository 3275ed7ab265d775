import { setTimeout as sleep } from 'node:timers/promises';
import type { StartRunning } from './running-server.js';
import { type ServerProcess, spawnServer } from './server-process.js';

const READY_WITHIN_MS = 150_000;
const POLL_MS = 10;

/** Starts the bundled server as a process of its own, by a command line that begins with `within`. */
export const serveProcess =
  (within?: readonly string[]): StartRunning =>
  (folder, environment, baseUrl) => {
    const server = spawnServer(['serve'], folder, environment, within);
    return {
      pid: server.child.pid ?? -1,
      ready: ready(server, baseUrl),
      output: () => server.stdout() + server.stderr(),
      end: (signal) => {
        server.child.kill(signal);
        return server.end;
      },
    };
  };

const ready = async (server: ServerProcess, baseUrl: string): Promise<void> => {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline && !server.ended()) {
    const response = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    await sleep(POLL_MS);
  }
  if (server.ended()) await server.end;
  throw new Error(`the server did not become ready in ${READY_WITHIN_MS} ms; it said:\n${server.stdout()}${server.stderr()}`);
};
