import { err, ok, type Result } from 'neverthrow';
import { invariant } from '../../model/app-error.js';
import { isContentName, isOid, type MapName, type Oid } from '../../model/values/index.js';
import type { ProfileName } from '../chunking/profile.js';
import { type FormatError, manifestError, type ManifestProblem } from './format-error.js';
import {
  inOneStep,
  isAtEnd,
  type JsonCursor,
  membersOf,
  readArrayInSteps,
  type ReadInSteps,
  readObject,
  readObjectInSteps,
  type ReadValue,
  takeCount,
  takeText,
} from '../json-cursor.js';
import { maxManifestBytes, maxManifestMapBytes, maxManifestMaps } from './limits.js';
import { isMapChunkCount, isMapSize, type Manifest, type ManifestMap, manifestVersion } from './manifest.js';

const profileNames: Readonly<Record<ProfileName, true>> = {
  'fastcdc-16k': true,
  'fastcdc-64k': true,
  'fastcdc-128k': true,
  'fixed-256k': true,
  'fixed-512k': true,
  'fixed-1m': true,
};

const isProfileName = (text: string): text is ProfileName => Object.hasOwn(profileNames, text);

/** What a manifest says besides its maps. */
export type ManifestFacts = Omit<Manifest, 'maps'>;

/** Where the maps go, one after the other. An array is one. */
export interface MapSink {
  readonly length: number;
  push(map: ManifestMap): unknown;
}

/** What has been read so far. */
interface ManifestDraft {
  oid: Oid | undefined;
  sizeBytes: number | undefined;
  profile: ProfileName | undefined;
  /** Of the maps together. */
  mappedBytes: number;
  readonly maps: MapSink;
}

interface MapDraft {
  name: MapName | undefined;
  sizeBytes: number | undefined;
  chunkCount: number | undefined;
}

const mapMembers = membersOf<ReadValue<MapDraft, ManifestProblem>>({
  name: (cursor, draft) => {
    draft.name = takeText(cursor, isContentName<MapName>);
    return draft.name === undefined ? 'wrong_map_name' : undefined;
  },
  size: (cursor, draft) => {
    draft.sizeBytes = takeCount(cursor);
    return draft.sizeBytes === undefined ? 'wrong_map_size' : undefined;
  },
  chunks: (cursor, draft) => {
    draft.chunkCount = takeCount(cursor);
    return draft.chunkCount === undefined || !isMapChunkCount(draft.chunkCount) ? 'wrong_map_chunks' : undefined;
  },
});

/** A few milliseconds. */
const mapsPerStep = 512;

const readMap: ReadValue<ManifestDraft, ManifestProblem> = (cursor, manifest) => {
  if (manifest.maps.length === maxManifestMaps) return 'too_many_maps';
  const draft: MapDraft = { name: undefined, sizeBytes: undefined, chunkCount: undefined };
  const own = { bytes: cursor.bytes.subarray(cursor.at, cursor.at + maxManifestMapBytes), at: 0 };
  const problem = readObject(own, mapMembers, draft);
  cursor.at += own.at;
  if (problem !== undefined) return problem;
  const { name, sizeBytes, chunkCount } = draft;
  invariant(name !== undefined && sizeBytes !== undefined && chunkCount !== undefined, 'an object is read with all its members');
  if (!isMapSize(sizeBytes, chunkCount)) return 'wrong_map_size';
  manifest.maps.push({ name, sizeBytes, chunkCount });
  manifest.mappedBytes += sizeBytes;
  return undefined;
};

const manifestMembers = membersOf<ReadInSteps<ManifestDraft, ManifestProblem>>({
  version: inOneStep((cursor) => (takeCount(cursor) === manifestVersion ? undefined : 'unknown_version')),
  oid: inOneStep((cursor, draft) => {
    draft.oid = takeText(cursor, isOid);
    return draft.oid === undefined ? 'wrong_oid' : undefined;
  }),
  size: inOneStep((cursor, draft) => {
    draft.sizeBytes = takeCount(cursor);
    return draft.sizeBytes === undefined ? 'wrong_size' : undefined;
  }),
  profile: inOneStep((cursor, draft) => {
    draft.profile = takeText(cursor, isProfileName);
    return draft.profile === undefined ? 'unknown_profile' : undefined;
  }),
  maps: (cursor, draft) => readArrayInSteps(cursor, readMap, draft, mapsPerStep),
});

function* readManifest(bytes: Uint8Array, maps: MapSink): Generator<undefined, Result<ManifestFacts, FormatError>, undefined> {
  if (bytes.length > maxManifestBytes) return err(manifestError('too_long'));
  const cursor: JsonCursor = { bytes, at: 0 };
  const draft: ManifestDraft = { oid: undefined, sizeBytes: undefined, profile: undefined, mappedBytes: 0, maps };
  const problem = yield* readObjectInSteps(cursor, manifestMembers, draft);
  if (problem !== undefined) return err(manifestError(problem));
  if (!isAtEnd(cursor)) return err(manifestError('malformed'));
  const { oid, sizeBytes, profile, mappedBytes } = draft;
  invariant(oid !== undefined && sizeBytes !== undefined && profile !== undefined, 'an object is read with all its members');
  return sizeBytes === mappedBytes ? ok({ oid, sizeBytes, profile }) : err(manifestError('sizes_do_not_add_up'));
}

/**
 * Reads a manifest file: members in any order and with any white space, each exactly once, strings without escapes, numbers in plain digits. The text
 * goes straight into the manifest. No generic parser first builds whatever the text says, so nothing nests, no name of a member means anything to the
 * language, and memory stays in proportion to the maps: 16 MiB of `[],[],` would become 350 MB.
 */
export const parseManifest = (bytes: Uint8Array): Result<Manifest, FormatError> => {
  const maps: ManifestMap[] = [];
  const steps = readManifest(bytes, maps);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value.map((facts) => ({ ...facts, maps }));
};

/** The same, in slices of a few milliseconds, after each of which the process may do something else. The maps go to where they are wanted. */
export const parseManifestInSlices = async (
  bytes: Uint8Array,
  maps: MapSink,
  pause: () => Promise<void>,
): Promise<Result<ManifestFacts, FormatError>> => {
  const steps = readManifest(bytes, maps);
  let step = steps.next();
  while (step.done !== true) {
    await pause();
    step = steps.next();
  }
  return step.value;
};
