import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { chunkOf, oidOfRepeated } from '../data/repeated-chunk.js';
import { repeatedObject } from '../data/repeated-object.js';
import type { Attack } from './attack.js';
import { downloadUrl, sendFiles } from './tenant.js';

const readerCount = 200;
/** Of the object, each another one: more than the kernel takes in for a reader. */
const chunkCount = 48;
const maxAboveIdleMb = 256;

/** Asks for the URL and reads no more than the head of the answer; its status. */
const openReader = async (url: string, sockets: Socket[]): Promise<string> => {
  const { hostname, port, host, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const gone = new Promise<string>((resolve) => {
    socket.once('error', () => resolve('broken off'));
    socket.once('close', () => resolve('broken off'));
  });
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const answered = once(socket, 'readable').then(() => {
    const head: unknown = socket.read(12);
    return Buffer.isBuffer(head) ? `answered ${head.toString('latin1').slice(-3)}` : 'broken off';
  });
  return Promise.race([answered, gone]);
};

/** Readers who hold a URL of an object in chunks open and take nothing of it: whatever is decoded for them stays in memory. */
export const silentReaders: Attack = {
  name: `${readerCount} readers of one signed URL who do not read`,
  maxAboveIdleMb,
  prepare: async ({ codec, newTenant }) => {
    const attacker = await newTenant();
    const repositoryId = await attacker.newRepository();
    const chunks = Array.from({ length: chunkCount }, (_, at) => chunkOf(at));
    const object = repeatedObject(codec, { oid: await oidOfRepeated(chunks), chunks, segments: [chunkCount] });
    await sendFiles(attacker, repositoryId, object);
    const body = { objects: [{ oid: object.oid, size: object.sizeBytes }] };
    await attacker.api('POST', `/repositories/${repositoryId}/lfs/finalize`, body);
    const url = await downloadUrl(attacker, repositoryId, object);
    return {
      strike: async (signal) => {
        const sockets: Socket[] = [];
        const counts = new Map<string, number>();
        const readers = Array.from({ length: readerCount }, async () => {
          const outcome = await openReader(url, sockets);
          counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        });
        await once(signal, 'abort');
        for (const socket of sockets) socket.destroy();
        const text = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
        await Promise.all(readers);
        return text === '' ? 'none was answered' : text;
      },
    };
  },
};
