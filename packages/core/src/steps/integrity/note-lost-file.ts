import { err, ok, type Result } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import {
  type OrganizationId,
  type RepositoryId,
  type StorageNamespace,
  treeKey,
  type TreePath,
} from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { noteDamage, type NotePorts } from './note-damage.js';

interface Place {
  readonly repositoryId: RepositoryId;
  readonly organizationId: OrganizationId;
  readonly namespace: StorageNamespace;
}

/** When the books took up the file; undefined of one that is not there, or is being removed. */
const keptSince = async ({ tree, condemned }: Queries | Records, { repositoryId }: Place, path: TreePath) => {
  const file = await tree.findFile(repositoryId, path);
  if (file?.state !== 'stored') return undefined;
  const condemnation = (await condemned.find(repositoryId, [path])).get(path);
  return condemnation?.state === 'deleting' ? undefined : file.changedAt;
};

/** Notes that a pack or a chunk map is missing, if the books say that it is stored and nothing lies in its place. Whether that is so. */
export const noteLostFile =
  (ports: NotePorts & Pick<Ports, 'blobs'>) =>
  async (place: Place, path: TreePath): Promise<Result<boolean, Unavailable>> => {
    const since = await ports.unitOfWork.read((queries) => keptSince(queries, place, path));
    if (since.isErr()) return err(since.error);
    if (since.value === undefined) return ok(false);
    const found = await ports.blobs.head(treeKey(place.namespace, path));
    if (found.isOk()) return ok(false);
    if (found.error.kind === 'unavailable') return err(found.error);
    const { repositoryId: id, organizationId } = place;
    let isLost = false;
    const isStillKept = async (records: Records): Promise<boolean> => {
      isLost = (await keptSince(records, place, path)) === since.value;
      return isLost;
    };
    const noted = await noteDamage(ports)(
      { repository: { id, organizationId }, of: { kind: 'file', path }, problem: 'missing' },
      isStillKept,
    );
    return noted.map(() => isLost);
  };
