import { setTimeout as sleep } from 'node:timers/promises';
import { chunkOf, inventedOid, oidOfRepeated } from '../data/repeated-chunk.js';
import { repeatedObject, type TreeObject } from '../data/repeated-object.js';
import type { Attack, AttackWorld } from './attack.js';
import { finalizesOf } from './finalize-all.js';
import { sendFiles, type Tenant } from './tenant.js';
import type { Timed } from './timed.js';

const objectCount = 3;
/** 1,000 GiB: as many maps of as many chunks of 1 MiB. */
const hostileSegments = Array.from({ length: 250 }, () => 4096);
/** A chunk more than is verified while its client waits. */
const honestSegments = [4096, 1];
const pollMs = 100;
const cutOffMs = 30_000;

const finalize = (tenant: Tenant, repositoryId: string, { oid, sizeBytes }: TreeObject): Promise<unknown> =>
  tenant.api('POST', `/repositories/${repositoryId}/lfs/finalize`, { objects: [{ oid, size: sizeBytes }] });

const isVisible = async ({ api }: Tenant, repositoryId: string, { oid }: TreeObject): Promise<boolean> =>
  JSON.stringify(await api('GET', `/repositories/${repositoryId}/objects?limit=10`)).includes(oid);

/** An object in a repository of an organization of its own, sent and not yet finalized: how long it takes to be visible. */
const honestObject = async ({ codec, newTenant }: AttackWorld, number: number): Promise<() => Promise<Timed>> => {
  const honest = await newTenant();
  const repositoryId = await honest.newRepository();
  const chunks = [chunkOf(number)];
  const count = honestSegments.reduce((sum, length) => sum + length, 0);
  const object = repeatedObject(codec, { oid: await oidOfRepeated(chunks, count), chunks, segments: honestSegments });
  await sendFiles(honest, repositoryId, object);
  return async () => {
    const begun = performance.now();
    const elapsedMs = (): number => performance.now() - begun;
    await finalize(honest, repositoryId, object);
    while (!(await isVisible(honest, repositoryId, object))) {
      if (elapsedMs() > cutOffMs) return { what: 'visible', ms: elapsedMs(), isCutOff: true };
      await sleep(pollMs);
    }
    return { what: 'visible', ms: elapsedMs(), isCutOff: false };
  };
};

/** Objects that are verified in the background, for as long as a TiB takes. */
export const pendingObjects: Attack = {
  name: `${objectCount} pending objects of 1,000 GiB`,
  prepare: async (world) => {
    const attacker = await world.newTenant();
    const repositoryId = await attacker.newRepository();
    const chunks = [chunkOf(0)];
    const hostile = Array.from({ length: objectCount }, () =>
      repeatedObject(world.codec, { oid: inventedOid(), chunks, segments: hostileSegments }),
    );
    for (const object of hostile) await sendFiles(attacker, repositoryId, object);
    const honest = [await honestObject(world, 1), await honestObject(world, 2)];
    return {
      work: async () => {
        const becomeVisible = honest.shift();
        if (becomeVisible === undefined) throw new Error('invariant: there is an object alone and one beside');
        return [await becomeVisible()];
      },
      strike: async (signal) => {
        const answers: string[] = [];
        for (const send of finalizesOf(world.server.baseUrl, attacker, repositoryId, hostile)) {
          answers.push(String((await send(signal)) ?? 'nothing'));
        }
        return `answered ${answers.join(', ')}; the honest object has 4,097 MiB`;
      },
    };
  },
};
