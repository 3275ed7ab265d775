import { type Client, isTransient, type NamedObject } from '@svc/client';
import { ApiFailure, valueOf } from '../api/failure.js';
import { StorageRefused } from '../api/storage-refused.js';
import { forEachConcurrent } from './for-each-concurrent.js';
import { patiently } from './patiently.js';
import { putBlob } from './put-blob.js';

/** Parts that are under way at the same time. */
const lanes = 4;
/** URLs that are asked for at once: they hold for minutes. */
const urlsAhead = 16;

export interface Sending {
  readonly client: Client;
  readonly repository: string;
  readonly session: string;
  readonly object: NamedObject;
  readonly file: Blob;
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

/** What a storage may take the next time: 400 is how S3 answers bytes that came too slowly or damaged, 403 how a URL is answered that has come to its end. */
const passing: readonly number[] = [0, 400, 403, 408, 429];

const mayPass = (fault: unknown): boolean => {
  if (fault instanceof StorageRefused) return passing.includes(fault.status) || fault.status >= 500;
  return fault instanceof ApiFailure && isTransient(fault.error);
};

/** Sends the parts that the storage does not have yet: after a pause or a reload those alone that are missing. `onPart` hears of each that has come. */
const sendParts = async (
  { client, repository, session, object, file, onProgress, signal }: Sending,
  onPart: (partNumber: number) => void,
): Promise<void> => {
  const { partBytes, count, uploaded } = await valueOf(client.uploads.listParts(repository, session, object.oid, { signal }));
  const sent = new Map(uploaded.map(({ partNumber, sizeBytes }) => [partNumber, sizeBytes]));
  const tell = (): void => onProgress([...sent.values()].reduce((sum, bytes) => sum + bytes, 0));
  tell();
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((partNumber) => !sent.has(partNumber));
  for (let at = 0; at < missing.length; at += urlsAhead) {
    const wanted = missing.slice(at, at + urlsAhead);
    const parts = await valueOf(client.uploads.presignParts(repository, session, object.oid, wanted, { signal }));
    await forEachConcurrent(parts, lanes, async ({ partNumber, sizeBytes, uploadUrl }) => {
      const begin = (partNumber - 1) * partBytes;
      const progress = (bytes: number): void => {
        sent.set(partNumber, bytes);
        tell();
      };
      await putBlob(uploadUrl, file.slice(begin, begin + sizeBytes), progress, signal);
      onPart(partNumber);
    });
  }
};

/** Brings an object into an upload session: sends what is missing, and has the service verify it. */
export const sendObject = async (sending: Sending): Promise<void> => {
  const { client, repository, session, object, file, onProgress, signal } = sending;
  const come = new Set<number>();
  await patiently({ signal, mayPass }, async (onFurther) => {
    // One that comes once more brings the whole no further.
    const onPart = (partNumber: number): void => {
      if (!come.has(partNumber)) onFurther();
      come.add(partNumber);
    };
    // Asked for anew at each try: a URL may have come to its end.
    const [permission] = await valueOf(client.uploads.authorize(repository, session, [object], { signal }));
    if (permission === undefined) throw new Error('The service says nothing of this file.');
    if (permission.kind === 'refused') throw new Error(permission.message);
    if (permission.kind === 'url') await putBlob(permission.uploadUrl, file, onProgress, signal);
    if (permission.kind === 'parts') await sendParts(sending, onPart);
  });
  onProgress(file.size);
  await valueOf(client.uploads.complete(repository, session, object, { signal }));
};
