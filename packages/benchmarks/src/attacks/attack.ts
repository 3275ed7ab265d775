import { createNodeCodec } from '@svc/codec-node';
import type { ChunkCodec } from '@svc/core/ports';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Outcome, rounded } from '../measure/bench.js';
import { residentMb, watchMemory } from '../measure/resident-memory.js';
import { startSvcServer, type SvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';
import { createHonestClient } from './honest-client.js';
import { newTenant, type Tenant } from './tenant.js';
import { compare, type Compared, type Timed } from './timed.js';

const warmUpMs = 1500;
const aloneMs = 5000;
const besideMs = 9000;
/** Until the attack has got as far as it gets. */
const rampMs = 1500;
const maxRatio = 3;

/** A server that knows nobody yet, and what hostile trees are made with. */
export interface AttackWorld {
  readonly server: SvcServer;
  /** Where the server keeps its data. */
  readonly folder: string;
  readonly codec: ChunkCodec;
  readonly newTenant: () => Promise<Tenant>;
}

/** An attack that is ready to begin. */
export interface PreparedAttack {
  /** Goes on until the signal; tells what has come of it. */
  readonly strike: (signal: AbortSignal) => Promise<string>;
  /** What an honest client does meanwhile, if it is something else than in most attacks; called once alone and once beside the attack. */
  readonly work?: () => Promise<readonly Timed[]>;
  readonly close?: () => Promise<void>;
}

export interface Attack {
  readonly name: string;
  /** Settings of the server besides those that every bench has. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How far above its idle memory the server may come, in MB, where that is the point. */
  readonly maxAboveIdleMb?: number;
  readonly prepare: (world: AttackWorld) => Promise<PreparedAttack>;
}

/** Runs with a server of its own, which is killed afterwards: hostile connections would hold up its end. */
export const inAttackWorld = <T>(
  settings: Readonly<Record<string, string>>,
  run: (world: AttackWorld) => Promise<T>,
): Promise<T> =>
  withTemporaryFolder(async (folder) => {
    const codec = await createNodeCodec();
    const server = await startSvcServer(folder, { environment: settings });
    try {
      return await run({ server, folder, codec, newTenant: () => newTenant(server) });
    } finally {
      await server.kill();
    }
  });

const msText = (ms: number, isLeast: boolean): string => `${isLeast ? 'above ' : ''}${rounded(ms)}`;

const oneOf = ({ what, aloneMs: alone, besideMs: beside, count, cutOffCount }: Compared): string => {
  const times = `${what} ${rounded(alone)} > ${msText(beside, cutOffCount > 0)}`;
  return cutOffCount > 0 ? `${times} (${cutOffCount} of ${count} given up)` : times;
};

const honestWork = async (world: AttackWorld): Promise<(ms: number) => Promise<readonly Timed[]>> => {
  const honest = await createHonestClient(await world.newTenant(), world.codec);
  await honest.work(warmUpMs);
  return (ms) => honest.work(ms);
};

/** Measures an honest client alone and beside the attack, on one server. */
export const measureAttack = ({ name, settings = {}, maxAboveIdleMb, prepare }: Attack): Promise<Outcome> =>
  inAttackWorld(settings, async (world) => {
    const { pid } = world.server;
    const prepared = await prepare(world);
    const work = prepared.work ?? (await honestWork(world));
    const alone = await work(aloneMs);
    const idleMb = residentMb(pid);
    const mostMb = watchMemory(pid);
    const over = new AbortController();
    const striking = prepared.strike(over.signal);
    // What fails meanwhile is thrown below.
    striking.catch(() => undefined);
    await sleep(rampMs);
    const beside = await work(besideMs);
    over.abort();
    const whatCameOfIt = await striking;
    const peakMb = mostMb();
    await prepared.close?.();
    const compared = compare(alone, beside);
    const [worst] = compared;
    if (worst === undefined) throw new Error('invariant: the honest client has done something');
    const row = {
      attack: name,
      'p95 of': worst.what,
      'alone, ms': rounded(worst.aloneMs),
      'beside, ms': msText(worst.besideMs, worst.cutOffCount > 0),
      ratio: rounded(worst.ratio),
      'idle, MB': rounded(idleMb),
      'peak, MB': rounded(peakMb),
      'came of it': whatCameOfIt,
      'p95 of each, ms': compared.map(oneOf).join('; '),
    };
    const memory = maxAboveIdleMb === undefined ? [] : [atMost(`${name}: MB above idle`, peakMb - idleMb, maxAboveIdleMb)];
    return { rows: [row], goals: [atMost(`${name}: p95 against alone`, worst.ratio, maxRatio), ...memory] };
  });
