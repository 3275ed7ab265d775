import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Peer, Spent } from '../peers/peer.js';
import { svc } from '../peers/svc.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';
import { below, type Goal, type Row, rounded } from './bench.js';

export const spentRow = (what: string, { seconds, cpuSeconds }: Spent): Row => ({
  what,
  seconds: rounded(seconds),
  'CPU s': rounded(cpuSeconds),
});

/** Gets a version back below the folder, and removes it again. */
export const restoreOnce = async (peer: Peer, version: string, folder: string): Promise<Spent> => {
  const target = join(folder, 'restored');
  await mkdir(target);
  const spent = await peer.restore(version, target);
  await rm(target, { recursive: true });
  return spent;
};

/** The most that each side has occupied. */
export interface MostMb {
  readonly agentMb: number;
  readonly serverMb: number;
}

/** One push and one pull on a server of their own. */
export interface PushAndPull extends MostMb {
  readonly push: Spent;
  readonly pull: Spent;
}

export const pushAndPull = (path: string, profile = 'auto'): Promise<PushAndPull> =>
  withTemporaryFolder(async (folder) => {
    const peer = await svc(folder, { profile });
    await peer.create();
    const push = await peer.store('v1', path);
    const pull = await restoreOnce(peer, 'v1', folder);
    const { agent: agentMb, server: serverMb } = peer.mostMb();
    await peer.stop();
    return { push, pull, agentMb, serverMb };
  });

export const memoryGoals = (all: readonly MostMb[]): readonly Goal[] => [
  below('MB of the agent', Math.max(...all.map(({ agentMb }) => agentMb)), 250),
  below('MB of the server', Math.max(...all.map(({ serverMb }) => serverMb)), 250),
];
