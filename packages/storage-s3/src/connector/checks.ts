import { GetObjectCommand } from '@aws-sdk/client-s3';
import { type ConnectionCheck, type Instant, MINUTE_MS } from '@svc/core/model';
import { at, type PrivateKey } from '../bucket.js';
import { copySmall } from '../copy-object.js';
import { deleteObject } from '../delete-objects.js';
import { listOne } from '../list-objects.js';
import { abortMultipart, beginMultipart } from '../multipart.js';
import { listParts } from '../multipart-uploads.js';
import { sureFactsOf } from '../open-object.js';
import { verifiesChecksum, verifiesCopySha256, verifiesCreateOnce, takes } from '../probe-capabilities.js';
import { S3Fault } from '../s3-fault.js';
import { createSigning, type SignUrl } from '../url-signer.js';
import { putObject } from '../write-object.js';
import { CheckFailed } from './connection-fault.js';
import { getPlainly, readUpTo } from './plain-get.js';
import type { Visit } from './visit.js';

/** Rejects when the check fails; `connectionFaultOf` says why. */
export type Check = (visit: Visit) => Promise<void>;

/** Somebody who speaks HTTP is there, with a good certificate where one is demanded. What is answered does not matter. */
const address: Check = async ({ bucket }) => {
  await getPlainly(bucket, bucket.url.origin + bucket.url.path, 1);
};

/** A list of nothing needs no right that the store does not need anyway, and tells wrong keys from a wrong bucket. */
const credentials: Check = async ({ bucket }) => {
  await refusedAsCredentials(() => bucket.credentials());
  try {
    await listOne(bucket).catch((fault: unknown) => {
      // The refusal says what time it is there, by which the next request is signed.
      if (fault instanceof S3Fault && fault.code === 'RequestTimeTooSkewed') return listOne(bucket);
      throw fault;
    });
  } catch (fault) {
    if (fault instanceof S3Fault && fault.status === 404) throw new CheckFailed('bucket_missing');
    throw fault;
  }
};

/** A token service that answers no has refused the credentials, whatever it calls that. */
const refusedAsCredentials = async (act: () => Promise<unknown>): Promise<void> => {
  try {
    await act();
  } catch (fault) {
    const { status = 0 } = fault instanceof S3Fault ? fault : {};
    if (status >= 400 && status < 500) throw new CheckFailed('credentials_refused');
    throw fault;
  }
};

const write: Check = async (visit) => {
  const { bucket, keys, body } = visit;
  await putObject(bucket, keys.written, body, bucket.writing);
  await copyWithin(visit);
  await partsOfUploads(visit);
};

/** What is too large for memory is verified as a copy, and copied to its place. */
const copyWithin: Check = async ({ bucket, keys, body }) => {
  await copySmall(bucket, { from: keys.written, to: keys.copied, sizeBytes: body.byteLength, wantsSha256: false });
};

/** Large objects come in parts. To list those and to give them up takes rights that no smaller object needs. */
const partsOfUploads: Check = async ({ bucket, keys }) => {
  const { uploadId } = await beginMultipart(bucket, keys.written, bucket.writing);
  try {
    if ((await listParts(bucket, keys.written, uploadId)) === undefined) throw new CheckFailed('unexpected_answer');
  } finally {
    await abortMultipart(bucket, keys.written, uploadId);
  }
};

/** Where the span of the second reading begins and ends, both included. */
const span = { first: 100, last: 899 };

const read: Check = async (visit) => {
  const { keys, body } = visit;
  for (const key of [keys.written, keys.copied]) {
    if (!isSame(await objectOf(visit, key), body)) throw new CheckFailed('wrong_bytes');
  }
  const part = await objectOf(visit, keys.written, `bytes=${span.first}-${span.last}`);
  if (!isSame(part, body.subarray(span.first, span.last + 1))) throw new CheckFailed('wrong_bytes');
};

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** One byte more than there may be, so that a longer answer is seen and an endless one ends. */
const objectOf = async ({ bucket, body }: Visit, key: PrivateKey, range?: string): Promise<Uint8Array> => {
  const command = new GetObjectCommand({ ...at(bucket, key), ...(range === undefined ? {} : { Range: range }) });
  const { Body: stream } = await bucket.ask((client, options) => client.send(command, options), { streams: true });
  if (stream === undefined || !(Symbol.asyncIterator in stream)) throw new CheckFailed('unexpected_answer');
  return readUpTo(stream, body.byteLength + 1).catch(brokenOff);
};

/** Bytes were promised and did not come. */
const brokenOff = (): never => {
  throw new CheckFailed('wrong_bytes');
};

/** The URLs that clients get, used as clients use them: the length that is signed is the only one that is taken. */
const signedUrls: Check = async ({ bucket, keys, body }) => {
  const sign = await createSigning(bucket)();
  const length = { 'content-length': String(body.byteLength) };
  if (!(await takes(bucket, sign, keys.signed, body, length))) throw new CheckFailed('signed_url_refused');
  const answer = await getPlainly(bucket, signGet(sign, keys.signed, bucket.clock.now()), body.byteLength + 1);
  if (answer.status !== 200) throw new CheckFailed('signed_url_refused');
  if (!isSame(answer.body, body)) throw new CheckFailed('wrong_bytes');
  for (const wrong of [body.subarray(1), Buffer.concat([body, body])]) {
    if (await takes(bucket, sign, keys.refused, wrong, length)) throw new CheckFailed('length_not_enforced');
  }
};

const signGet = (sign: SignUrl, key: PrivateKey, now: Instant): string =>
  sign({ method: 'GET', key, expiresAt: now + MINUTE_MS });

/** What is not proved is not there, for whatever reason: none of it is needed, so nothing here fails the connection. */
const capabilities: Check = async (visit) => {
  const { bucket } = visit;
  const sign = await createSigning(bucket)();
  const verify = async (name: keyof Visit['capabilities'], verifies: () => Promise<boolean>): Promise<void> => {
    const isProved = await verifies().catch(unproved);
    visit.capabilities = { ...visit.capabilities, [name]: isProved };
  };
  await Promise.all([
    verify('checksumEnforced', () => verifiesChecksum(bucket, sign)),
    verify('createOnce', () => verifiesCreateOnce(bucket)),
    verify('copyComputesSha256', () => verifiesCopySha256(bucket)),
  ]);
};

const unproved = (): boolean => false;

/** A bucket that cannot say that nothing lies at a key would be believed nothing later. */
const remove: Check = async ({ bucket, keys }) => {
  for (const key of Object.values(keys)) {
    await deleteObject(bucket, key);
    if ((await sureFactsOf(bucket, key)) !== undefined) throw new CheckFailed('unexpected_answer');
  }
};

/** Spec 4.7. */
export const checks: Readonly<Record<ConnectionCheck, Check>> = {
  address,
  credentials,
  write,
  read,
  signed_urls: signedUrls,
  capabilities,
  delete: remove,
};

/** Takes away what a run that has failed may have left, as far as the bucket lets it. */
export const cleanUp: Check = async ({ bucket, keys }) => {
  await Promise.allSettled(Object.values(keys).map((key) => deleteObject(bucket, key)));
};
