import { okAsync, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { ObjectRequest } from '../../model/objects/object-request.js';
import type { PartPlan } from '../../model/uploads/part-plan.js';
import type { StorageNamespace } from '../../model/values/index.js';
import type { UrlSigner } from '../../ports/blob-store.js';
import type { Ports } from '../../ports/ports.js';
import { planOfObject } from './begin-multipart.js';
import { partsOfStore } from './multipart-of-store.js';

/** How an object can come: by one URL, in parts, or not at all. */
export type Placement =
  | { readonly by: 'url'; readonly object: ObjectRequest }
  | { readonly by: 'parts'; readonly object: ObjectRequest; readonly plan: PartPlan }
  | { readonly by: 'nothing'; readonly object: ObjectRequest; readonly maxSinglePutBytes: number };

export interface Placements {
  readonly signer: UrlSigner;
  /** One for each object, in their order. */
  readonly placements: readonly Placement[];
}

/** What the store that holds the namespace can do for each of the objects. */
export const placeObjects = (
  ports: Pick<Ports, 'blobs'>,
  namespace: StorageNamespace,
  objects: readonly ObjectRequest[],
): ResultAsync<Placements, Unavailable> =>
  ports.blobs.signer(namespace).andThen((signer) => {
    const { maxSinglePutBytes = Infinity } = signer;
    const isLarge = ({ sizeBytes }: ObjectRequest): boolean => sizeBytes > maxSinglePutBytes;
    const found = objects.some(isLarge) ? partsOfStore(ports, namespace, signer) : okAsync(undefined);
    return found.map((store): Placements => {
      const place = (object: ObjectRequest): Placement => {
        if (!isLarge(object)) return { by: 'url', object };
        const plan = store && planOfObject(object, store);
        return plan === undefined ? { by: 'nothing', object, maxSinglePutBytes } : { by: 'parts', object, plan };
      };
      return { signer, placements: objects.map(place) };
    });
  });
