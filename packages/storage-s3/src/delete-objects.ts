import { DeleteObjectCommand, DeleteObjectsCommand } from '@aws-sdk/client-s3';
import type { ObjectKey } from '@svc/core/model';
import { at, type Bucket, type PrivateKey } from './bucket.js';
import { orMissing } from './classify-error.js';
import { S3Fault } from './s3-fault.js';

/** Nothing there is as good. */
export const deleteObject = async (bucket: Bucket, key: ObjectKey | PrivateKey): Promise<void> =>
  deleteNamed(bucket, at(bucket, key).Key);

const deleteNamed = async (bucket: Bucket, name: string): Promise<void> => {
  const command = new DeleteObjectCommand({ Bucket: bucket.name, Key: name });
  await orMissing(() => bucket.ask((client, options) => client.send(command, options)));
};

/** What one request may name. */
const namesPerRequest = 1000;
/** How many are removed at the same time where the bucket takes them only one by one. */
const atOnce = 16;

/**
 * Removes objects by their full names. Not every server removes many by one request, and one that does may refuse some of them:
 * what is left over is removed one by one.
 */
export const deleteAll = async (bucket: Bucket, names: readonly string[]): Promise<void> => {
  for (let from = 0; from < names.length; from += namesPerRequest) {
    const some = names.slice(from, from + namesPerRequest);
    await deleteSingly(bucket, some.length === 1 ? some : await deleteTogether(bucket, some));
  }
};

const deleteSingly = async (bucket: Bucket, names: readonly string[]): Promise<void> => {
  const left = [...names];
  const deleteSome = async (): Promise<void> => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) await deleteNamed(bucket, name);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, left.length) }, deleteSome));
};

/** Answers those that are still there. */
const deleteTogether = async (bucket: Bucket, names: readonly string[]): Promise<readonly string[]> => {
  const command = new DeleteObjectsCommand({
    Bucket: bucket.name,
    // A bucket that names what it has removed says more than one that names nothing.
    Delete: { Objects: names.map((Key) => ({ Key })), Quiet: false },
  });
  try {
    const { Deleted: deleted = [] } = await bucket.ask((client, options) => client.send(command, options));
    const gone = new Set(deleted.map(({ Key: name }) => name));
    return names.filter((name) => !gone.has(name));
  } catch (fault) {
    if (fault instanceof S3Fault && isOnlyForMany(fault)) return names;
    throw fault;
  }
};

/**
 * What a request for one may not meet. Some servers ask for a right to the bucket before they remove many, where a right to the keys is enough to remove one.
 * Where nobody is let in, removing the first one says so.
 */
const isOnlyForMany = ({ kind, status }: S3Fault): boolean => kind === 'refused' || status === 403 || status === 501;
