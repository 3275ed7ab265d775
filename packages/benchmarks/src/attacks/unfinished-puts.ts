import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { inventedOid, MIB } from '../data/repeated-chunk.js';
import { folderBytes } from '../peers/folder-bytes.js';
import { textAt } from '../server/api.js';
import type { Attack } from './attack.js';

const putCount = 30;
const sizeBytes = 8 * MIB;
/** Of which one goes out each second. */
const keptBytes = 1000;
const everyMs = 1000;

interface UnfinishedPut {
  /** Undefined while it is under way. */
  outcome(): string | undefined;
  stop(): void;
}

const beginPut = (url: string): UnfinishedPut => {
  let outcome: string | undefined;
  const outgoing: ClientRequest = request(url, { method: 'PUT', agent: false, headers: { 'Content-Length': sizeBytes } });
  outgoing.on('response', (response) => {
    outcome ??= `answered ${response.statusCode ?? 0}`;
    response.resume();
  });
  outgoing.on('error', () => (outcome ??= 'broken off'));
  outgoing.write(Buffer.alloc(sizeBytes - keptBytes));
  const timer = setInterval(() => outgoing.write('.'), everyMs);
  outgoing.on('close', () => clearInterval(timer));
  return { outcome: () => outcome, stop: () => outgoing.destroy() };
};

const mibOf = (bytes: number): number => Math.round(bytes / MIB);

/** One URL for 8 MiB, whose bytes are sent by many at once and never come to an end. */
export const unfinishedPuts: Attack = {
  name: `${putCount} unfinished PUTs to one signed URL`,
  prepare: async ({ folder, newTenant }) => {
    const attacker = await newTenant();
    const repository = `/repositories/${await attacker.newRepository()}`;
    const session = textAt(await attacker.api('POST', `${repository}/uploads`, {}), 'session', 'id');
    const objects = [{ oid: inventedOid(), size: sizeBytes }];
    const authorized = await attacker.api('POST', `${repository}/uploads/${session}/objects`, { objects });
    const url = textAt(authorized, 'objects', 0, 'upload_url');
    const blobs = join(folder, 'data', 'blobs');
    return {
      strike: async (signal) => {
        const before = await folderBytes(blobs);
        const puts = Array.from({ length: putCount }, () => beginPut(url));
        await once(signal, 'abort');
        const grown = (await folderBytes(blobs)) - before;
        const ended = puts.flatMap((put) => put.outcome() ?? []);
        for (const put of puts) put.stop();
        const outcomes = [...new Set(ended)].map((outcome) => `, ${ended.filter((one) => one === outcome).length} ${outcome}`);
        return `${putCount - ended.length} under way at the end${outcomes.join('')}; ${mibOf(grown)} MiB more on disk, those of the honest client included, for a reservation of ${mibOf(sizeBytes)}`;
      },
    };
  },
};
