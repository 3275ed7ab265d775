import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { blobOfBlockNames, isByteCount, isObjectKey, type ObjectKey, type Unavailable } from '@svc/core/model';
import type { BlobEntry } from '@svc/core/ports';
import type { Bucket, PrivateKey } from './bucket.js';
import { isOutage, type OnUnavailable, outageOf, reasonOf } from './classify-error.js';
import { blobFactsOf, factsOf, type ObjectFacts } from './open-object.js';
import { createBoundedWait } from './bounded-wait.js';
import { nonsense } from './s3-fault.js';

export interface ListedObject extends ObjectFacts {
  /** Its full name in the bucket. */
  readonly name: string;
  readonly modifiedAt: number;
}

/** Asks for at most one object: needs no right but those that the store needs anyway. */
export const listOne = async (bucket: Bucket): Promise<void> => {
  const command = new ListObjectsV2Command({ Bucket: bucket.name, Prefix: bucket.prefix, MaxKeys: 1 });
  await bucket.ask((client, options) => client.send(command, options));
};

/** Everything whose key begins with `prefix/`, in pages of up to a thousand. */
export async function* listPages(
  bucket: Bucket,
  prefix: ObjectKey | PrivateKey,
  boundedWait = createBoundedWait(bucket),
): AsyncGenerator<readonly ListedObject[]> {
  const start = `${bucket.prefix}${prefix}/`;
  let token: string | undefined;
  do {
    const asked = token;
    const page = await boundedWait(() => listPage(bucket, start, asked));
    const following = nextToken(page, asked);
    yield (page.Contents ?? []).flatMap(({ Key: encoded = '', Size: sizeBytes = -1, LastModified: modified, ETag: etag }) => {
      const name = decoded(encoded, page.EncodingType);
      // A server may answer what was not asked for; none of it may be taken for the store's.
      if (!name.startsWith(start) || !isByteCount(sizeBytes)) return [];
      return [{ name, sizeBytes, modifiedAt: modified?.getTime() ?? Number.NaN, etag }];
    });
    token = following;
  } while (token !== undefined);
}

const listPage = (bucket: Bucket, start: string, token: string | undefined): Promise<ListObjectsV2CommandOutput> => {
  const command = new ListObjectsV2Command({
    Bucket: bucket.name,
    Prefix: start,
    // Names of others may hold what XML cannot.
    EncodingType: 'url',
    ...(token === undefined ? {} : { ContinuationToken: token }),
  });
  return bucket.ask((client, options) => client.send(command, options));
};

/** Without a token that leads on, a list that says it goes on would never end. */
const nextToken = (page: ListObjectsV2CommandOutput, token: string | undefined): string | undefined => {
  // What does not say whether it goes on is no list, and must not pass for an empty one.
  if (page.IsTruncated === undefined) throw nonsense();
  if (!page.IsTruncated) return undefined;
  const next = page.NextContinuationToken;
  if (next === undefined || next === '' || next === token) throw nonsense();
  return next;
};

const decoded = (name: string, encoding: string | undefined): string => {
  if (encoding !== 'url') return name;
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    // A malformed name is nobody's.
    return '';
  }
};

/** A list is no Result, so a bucket that does not answer is thrown. */
class ListBroken extends Error {
  override readonly name = 'ListBroken';

  constructor(readonly fault: Unavailable) {
    super('the bucket did not list its blobs to the end');
  }
}

/** Whether block names lie at the key, and the blob beside them. Most buckets list the one right before the other. */
const areNamesOfBlob = async (bucket: Bucket, key: ObjectKey, previous: ObjectKey | undefined): Promise<boolean> => {
  const blob = blobOfBlockNames(key);
  return blob !== undefined && (blob === previous || (await factsOf(bucket, blob)) !== undefined);
};

/** The blobs whose keys begin with `prefix/`; what is no key was not made by the store. */
export async function* listBlobs(bucket: Bucket, prefix: ObjectKey, onUnavailable?: OnUnavailable): AsyncGenerator<BlobEntry> {
  let previous: ObjectKey | undefined;
  try {
    for await (const page of listPages(bucket, prefix)) {
      for (const { name, ...facts } of page) {
        const key = name.slice(bucket.prefix.length);
        if (!isObjectKey(key)) continue;
        if (!(await areNamesOfBlob(bucket, key, previous))) yield { key, ...blobFactsOf(bucket, facts) };
        previous = key;
      }
    }
  } catch (fault) {
    if (!isOutage(fault, bucket.isCustomers)) throw fault;
    onUnavailable?.(reasonOf(fault));
    throw new ListBroken(outageOf(fault));
  }
}
