import { createNodeCodec } from '@svc/codec-node';
import { createApplication } from '@svc/core';
import { createCountedRandom, createFixedClock } from '@svc/core/memory';
import { nodeHasher } from '@svc/hasher-node';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { createFsBlobStore } from '@svc/storage-fs';
import { join } from 'node:path';
import { residentMb, watchMemory } from './resident-memory.js';

const data = process.argv[2] ?? '';
const baseUrl = 'http://localhost';
const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
const database = await openSqliteDatabase({ path: join(data, 'svc.db') });
const application = createApplication({
  unitOfWork: database.unitOfWork,
  blobs: await createFsBlobStore({ root: join(data, 'blobs'), baseUrl, linkKeys }),
  clock: createFixedClock(Date.now()),
  random: createCountedRandom(),
  hasher: nodeHasher,
  codec: await createNodeCodec(),
  identityProvider: undefined,
  settings: { baseUrl, linkKeys, defaultPlan: 'business' },
});
const idleMb = residentMb(process.pid);
const mostMb = watchMemory(process.pid);
const begunAt = performance.now();
const collected = (await application.maintenance.collectGarbage())._unsafeUnwrap();
const seconds = (performance.now() - begunAt) / 1000;
if (collected?.refusals.length !== 0) throw new Error(`the visit came to ${JSON.stringify(collected)}`);
process.stdout.write([collected.deadBytes, seconds, idleMb, mostMb()].join(' '));
await database.close();
