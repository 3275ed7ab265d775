import { smallObjects } from '../data/small-objects.js';
import { type Api, textAt } from './api.js';

/** As many as are sent at the same time. */
const atOnce = 8;

/** Sends small objects by an upload session and completes each of them; the session's path, ready to be finalized. */
export const completeObjects = async (api: Api, repository: string, count: number, kind: string): Promise<string> => {
  const session = `${repository}/uploads/${textAt(await api('POST', `${repository}/uploads`, {}), 'session', 'id')}`;
  const objects = smallObjects(count, kind);
  const authorized = await api('POST', `${session}/objects`, { objects: objects.map(({ oid, size }) => ({ oid, size })) });
  const waiting = objects.entries();
  const send = async (): Promise<void> => {
    for (const [at, { oid, size, bytes }] of waiting) {
      const put = await fetch(textAt(authorized, 'objects', at, 'upload_url'), { method: 'PUT', body: new Uint8Array(bytes) });
      if (!put.ok) throw new Error(`PUT was answered ${put.status}`);
      await put.arrayBuffer();
      await api('POST', `${session}/objects/${oid}/complete`, { size });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  return session;
};

/** Stores small objects by an upload session. */
export const storeObjects = async (api: Api, repository: string, count: number, kind: string): Promise<void> => {
  const session = await completeObjects(api, repository, count, kind);
  await api('POST', `${session}/finalize`);
};
