import { isOid, type Oid } from '@svc/core';
import { type ChunkName, isContentName, type PackName } from '@svc/core/model';
import { type Client, type ClientOptions, createClient } from '../../src/index.js';
import { type ScriptedServer, startScriptedServer } from './scripted-server.js';

export const repository = '6f2c1c5e-8b0e-4d7e-9b8e-1c1f6c1b2a3d';

export const oidOf = (digit: string): Oid => {
  const text = digit.repeat(64);
  if (!isOid(text)) throw new Error(`${text} is no oid`);
  return text;
};

export const nameOf = <Name extends ChunkName | PackName>(digit: string): Name => {
  const text = digit.repeat(64);
  if (!isContentName<Name>(text)) throw new Error(`${text} names nothing`);
  return text;
};

/** What a repository's usage is answered with. */
export const usage = {
  usage: { object_count: 1, logical_bytes: 2, physical_bytes: 1, uploaded_bytes: 2, dedup_ratio: 0.5, reclaimable_bytes: 0 },
};

/** An upload session that has just been opened. */
export const session = {
  id: 's',
  repository_id: repository,
  user_id: '00000000-0000-4000-8000-000000000009',
  uploaded_objects: 0,
  uploaded_bytes: 0,
  status: 'OPEN',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-02T00:00:00Z',
  active_at: '2026-01-01T00:00:00Z',
};

/** A client that waits for nothing, before a service that answers what it is told to. */
export interface ClientRig {
  readonly server: ScriptedServer;
  /** Another host, which no credential may reach. */
  readonly elsewhere: ScriptedServer;
  /** The pauses that the clients were to make, in milliseconds. */
  readonly waits: number[];
  open(options?: Partial<ClientOptions>): Client;
  /** Forgets what was seen and waited for. */
  forget(): void;
  close(): Promise<void>;
}

export const startClientRig = async (): Promise<ClientRig> => {
  const [server, elsewhere] = [await startScriptedServer(), await startScriptedServer()];
  const waits: number[] = [];
  return {
    server,
    elsewhere,
    waits,
    open: (options) =>
      createClient({
        baseUrl: server.baseUrl,
        credential: 'svc_pat_secret',
        retryDependencies: { wait: async (ms) => void waits.push(ms), random: () => 0.5 },
        ...options,
      }),
    forget: () => {
      for (const list of [server.seen, elsewhere.seen, waits]) list.length = 0;
    },
    close: async () => {
      await server.close();
      await elsewhere.close();
    },
  };
};
