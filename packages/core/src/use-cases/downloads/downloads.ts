import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { NotFound, Unavailable } from '../../model/app-error.js';
import type { Oid } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { OpenDownload } from '../../signed-urls/open-download.js';
import type { Metered } from '../../steps/accounting/download-meter.js';
import { authorizeObjects, type DownloadAuthorization } from '../../steps/objects/authorize-objects.js';
import { readBlockNames } from './read-block-names.js';

/** Downloads for clients without Git (spec 4.11). */
export interface Downloads {
  /**
   * Returns a URL for each object that the repository has, and an answer of its own for each that it has not (spec 4.11). Only
   * verified objects get a URL. Each URL counts as one download.
   */
  readonly authorize: (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly oids: readonly Oid[] },
  ) => ResultAsync<readonly DownloadAuthorization[], Unavailable>;

  /**
   * The block names of an object that lies whole, by which a client finds out which bytes of it have come damaged. `not_found` also where the store keeps none
   * of it. What is read of them counts nowhere.
   */
  readonly blockNames: (grant: RepositoryGrant<'repository.pull'>, oid: Oid) => ResultAsync<OpenDownload, NotFound | Unavailable>;
}

export const createDownloads = (ports: Ports & Metered): Downloads => {
  const authorize = authorizeObjects(ports);
  return { authorize: ({ repository }, { oids }) => authorize(repository, oids), blockNames: readBlockNames(ports) };
};
