import { artifactTypeOfName } from '../../model/artifacts/artifact-type-of.js';
import { nameOfPlace } from '../../model/artifacts/name-of-place.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import type { Oid, RepositoryId } from '../../model/values/index.js';
import type { NamedObject } from '../../ports/records/object-records.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';

type IndexQueries = Pick<Queries | Records, 'gitIndex'>;

/** What those of the objects are called, in their order, that the repository's Git index knows a place of: their paths, since git-lfs sends oids alone. */
export const namesInIndex = async (
  { gitIndex }: IndexQueries,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
): Promise<readonly NamedObject[]> => {
  if (oids.length === 0) return [];
  const places = await gitIndex.findPlaces(repositoryId, oids);
  return oids.flatMap((oid) => {
    const path = places.get(oid);
    const name = path && nameOfPlace(path);
    return name === undefined ? [] : [{ oid, name, type: artifactTypeOfName(name) }];
  });
};

/** The objects, of which those without a name have the one that the index knows. */
export const namedByIndex = async (
  queries: IndexQueries,
  repositoryId: RepositoryId,
  objects: readonly StoredObject[],
): Promise<readonly StoredObject[]> => {
  const unnamed = objects.flatMap(({ oid, name }) => (name === undefined ? [oid] : []));
  const found = new Map((await namesInIndex(queries, repositoryId, unnamed)).map((named) => [named.oid, named]));
  if (found.size === 0) return objects;
  return objects.map((object) => {
    const named = object.name === undefined ? found.get(object.oid) : undefined;
    return named === undefined ? object : { ...object, name: named.name, type: named.type ?? object.type };
  });
};
