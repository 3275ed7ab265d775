import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timedCommand } from '../measure/timed-command.js';
import { createApi, createRepositoryPath } from '../server/api.js';
import { startSvcServer } from '../server/svc-server.js';
import { folderBytes } from './folder-bytes.js';
import type { Peer } from './peer.js';

const agent = fileURLToPath(new URL('../../../agent/dist/svc.js', import.meta.url));

export interface SvcPeer extends Peer {
  /** The most that the command and the server have occupied so far, in MB. */
  mostMb(): { readonly agent: number; readonly server: number };
  stop(): Promise<void>;
}

/** `svc push` and `svc pull` against a server of their own on this machine. */
export const svc = async (folder: string, watchServer: (pid: number) => () => number): Promise<SvcPeer> => {
  const server = await startSvcServer(folder);
  const api = createApi(server.baseUrl, server.credential);
  const serverMost = watchServer(server.pid);
  const oids = new Map<string, string>();
  let env: Readonly<Record<string, string>> = {};
  let mostMb = 0;
  let repositories = 0;
  const run = async (...parameters: readonly string[]) => {
    const ran = await timedCommand(process.execPath, [agent, ...parameters], { env });
    mostMb = Math.max(mostMb, ran.mostMb);
    return ran;
  };
  return {
    name: 'svc',
    create: async () => {
      repositories += 1;
      const repository = await createRepositoryPath(api, `Bench ${repositories}`);
      env = { SVC_URL: server.baseUrl, SVC_TOKEN: server.credential, SVC_REPOSITORY: repository.split('/').at(-1) ?? '' };
    },
    store: async (version, path) => {
      const { seconds, output } = await run('push', path);
      oids.set(version, output.slice(0, 64));
      return seconds;
    },
    restore: async (version, target) => {
      const path = join(target, version);
      const { seconds } = await run('pull', oids.get(version) ?? version, '-o', path);
      return { seconds, path };
    },
    storedBytes: () => folderBytes(join(folder, 'data', 'blobs')),
    mostMb: () => ({ agent: mostMb, server: serverMost() }),
    stop: () => server.stop(),
  };
};
