import { groupsOf, hasBlockNames, isGroupSound, nameInGroup, type NamedObject, placeOfBlock, placeOfGroup } from '@svc/core';
import { ended } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import type { Traffic } from './traffic.js';

/** The block names of one object, as the service has them. */
export interface FetchedNames {
  /** The name of a block, in hex; undefined where it cannot be told. To be asked for in order, since some are held at a time. */
  find(block: number): Promise<string | undefined>;
}

/** So many are fetched by one request: 257 KiB, the names of 512 MiB. */
const groupsAtOnce = 32;

type Fetching = Pick<TransferContext, 'client' | 'repositoryId' | 'codec' | 'signal'>;

/** The groups that one request brings, of which the first is named; each as far as it is what was written for the object. */
const fetchGroups = async (
  { client, repositoryId, codec, signal }: Fetching,
  object: NamedObject,
  first: number,
  traffic: Traffic,
): Promise<readonly (Uint8Array | undefined)[] | undefined> => {
  const count = Math.min(groupsAtOnce, groupsOf(object) - first);
  const places = Array.from({ length: count }, (_, at) => placeOfGroup(object, first + at));
  const begin = places[0]?.begin ?? 0;
  const end = begin + places.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const fetched = await client.downloads.blockNames(repositoryId, object.oid, { range: { begin, end }, signal });
  if (signal.aborted) throw ended();
  const bytes = fetched.unwrapOr(undefined);
  if (bytes === undefined) return undefined;
  traffic.receivedBytes += bytes.byteLength;
  return places.map((place, at) => {
    const group = bytes.subarray(place.begin - begin, place.begin - begin + place.sizeBytes);
    return isGroupSound(codec, object, first + at, group) ? group : undefined;
  });
};

/** Undefined where the service keeps no names of the object, or is too old to keep any: then nothing tells which bytes are damaged. */
export const fetchBlockNames = async (
  context: Fetching,
  object: NamedObject,
  traffic: Traffic,
): Promise<FetchedNames | undefined> => {
  if (!hasBlockNames(object)) return undefined;
  let first = 0;
  let groups = await fetchGroups(context, object, first, traffic);
  if (groups === undefined) return undefined;
  return {
    find: async (block) => {
      const { group, at } = placeOfBlock(block);
      if (group < first || group >= first + groupsAtOnce) {
        first = group;
        groups = await fetchGroups(context, object, first, traffic);
      }
      const names = groups?.[group - first];
      return names && nameInGroup(names, at);
    },
  };
};
