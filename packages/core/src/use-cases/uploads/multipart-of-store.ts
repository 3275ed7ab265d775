import { okAsync, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { StorageNamespace } from '../../model/values/index.js';
import type { MultipartUploads, SignedPartTarget, SignedRequest, UrlSigner } from '../../ports/blob-store.js';
import type { Ports } from '../../ports/ports.js';

/** A store that takes multipart uploads. */
export interface PartsOfStore {
  readonly maxSinglePutBytes: number;
  readonly uploads: MultipartUploads;
  readonly sign: (target: SignedPartTarget) => SignedRequest;
}

/** Undefined where one URL takes everything, or nothing can be sent in parts. `signer`: the namespace's. */
export const partsOfStore = (
  { blobs }: Pick<Ports, 'blobs'>,
  namespace: StorageNamespace,
  signer: UrlSigner,
): ResultAsync<PartsOfStore | undefined, Unavailable> => {
  const { maxSinglePutBytes } = signer;
  const sign = signer.part?.bind(signer);
  if (maxSinglePutBytes === undefined || sign === undefined || blobs.parts === undefined) return okAsync(undefined);
  return blobs.parts(namespace).map((uploads) => uploads && { maxSinglePutBytes, uploads, sign });
};
