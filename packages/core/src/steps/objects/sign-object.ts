import type { ObjectLayout } from '../../model/objects/stored-object.js';
import { assembledKey, type Instant, objectKey, type Oid, type StorageNamespace } from '../../model/values/index.js';
import type { SignedRequest, UrlSigner } from '../../ports/blob-store.js';
import type { Ports } from '../../ports/ports.js';
import { createUrlSigner } from '../../signed-urls/signed-url.js';

export type SignObject = (
  store: UrlSigner,
  object: {
    readonly namespace: StorageNamespace;
    readonly oid: Oid;
    readonly layout: ObjectLayout;
    readonly fileName?: string | undefined;
  },
  expiresAt: Instant,
) => SignedRequest;

/**
 * Signs downloads of stored objects. A whole one is the store's to serve; one that lies there in chunks alone is served by the service itself, which
 * puts it together, whatever the store.
 */
export const signObject = ({ settings, hasher }: Pick<Ports, 'settings' | 'hasher'>): SignObject => {
  const own = createUrlSigner({ baseUrl: settings.baseUrl, linkKeys: settings.linkKeys, hasher });
  return (store, { namespace, oid, layout, fileName }, expiresAt) =>
    layout === 'whole'
      ? store.download({ key: objectKey(namespace, oid), fileName, expiresAt })
      : own.download({ key: assembledKey(namespace, oid), fileName, expiresAt });
};
