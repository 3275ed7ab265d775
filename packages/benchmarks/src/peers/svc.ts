import { join } from 'node:path';
import { processorSeconds } from '../measure/processor-time.js';
import { watchMemory } from '../measure/resident-memory.js';
import { createApi, createRepositoryPath } from '../server/api.js';
import { startSvcServer } from '../server/svc-server.js';
import { folderBytes } from './folder-bytes.js';
import type { Peer, Spent } from './peer.js';
import { svcCommand } from './svc-command.js';

export interface SvcPeer extends Peer {
  /** Of both sides, in processor seconds, for the last command. */
  lastSides(): { readonly client: number; readonly server: number };
  /** The most that the command and the server have occupied so far, in MB. */
  mostMb(): { readonly agent: number; readonly server: number };
}

export interface SvcOptions {
  /** How the file is cut; without it the size decides. */
  readonly profile?: string;
  /** Settings of the server. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** `svc push` and `svc pull` against a server of their own on this machine. */
export const svc = async (folder: string, options: SvcOptions = {}): Promise<SvcPeer> => {
  const server = await startSvcServer(folder, { environment: options.environment ?? {} });
  const api = createApi(server.baseUrl, server.credential);
  const serverMost = watchMemory(server.pid);
  const profile = options.profile === undefined ? [] : ['--profile', options.profile];
  const oids = new Map<string, string>();
  let env: Readonly<Record<string, string>> = {};
  let mostMb = 0;
  let repositories = 0;
  let sides = { client: 0, server: 0 };
  const run = async (...parameters: readonly string[]): Promise<Spent & { readonly output: string }> => {
    const before = processorSeconds(server.pid);
    const ran = await svcCommand(parameters, { env });
    sides = { client: ran.cpuSeconds, server: processorSeconds(server.pid) - before };
    mostMb = Math.max(mostMb, ran.mostMb);
    return { seconds: ran.seconds, cpuSeconds: sides.client + sides.server, output: ran.output };
  };
  return {
    name: 'svc',
    create: async () => {
      repositories += 1;
      const repository = await createRepositoryPath(api, `Bench ${repositories}`);
      env = { SVC_URL: server.baseUrl, SVC_TOKEN: server.credential, SVC_REPOSITORY: repository.split('/').at(-1) ?? '' };
    },
    store: async (version, path) => {
      const spent = await run('push', ...profile, path);
      oids.set(version, spent.output.slice(0, 64));
      return spent;
    },
    restore: (version, target) => run('pull', oids.get(version) ?? version, '-o', join(target, version)),
    storedBytes: () => folderBytes(join(folder, 'data', 'blobs')),
    lastSides: () => sides,
    mostMb: () => ({ agent: mostMb, server: serverMost() }),
    stop: () => server.stop(),
  };
};
