import { err, ok, type Result } from 'neverthrow';
import { invariant } from '../../model/app-error.js';
import { isContentName, isOid, type MapName, type Oid } from '../../model/values/index.js';
import type { ProfileName } from '../chunking/profile.js';
import { type FormatError, manifestError, type ManifestProblem } from './format-error.js';
import {
  isAtEnd,
  type JsonCursor,
  membersOf,
  readArray,
  readObject,
  type ReadValue,
  takeCount,
  takeText,
} from './json-cursor.js';
import { maxManifestBytes, maxManifestMaps } from './limits.js';
import { addsUp, isMapChunkCount, isMapSize, type Manifest, type ManifestMap, manifestVersion } from './manifest.js';

const profileNames: Readonly<Record<ProfileName, true>> = {
  'fastcdc-16k': true,
  'fastcdc-64k': true,
  'fastcdc-128k': true,
  'fixed-256k': true,
  'fixed-512k': true,
  'fixed-1m': true,
};

const isProfileName = (text: string): text is ProfileName => Object.hasOwn(profileNames, text);

/** What has been read so far. */
interface ManifestDraft {
  oid: Oid | undefined;
  sizeBytes: number | undefined;
  profile: ProfileName | undefined;
  readonly maps: ManifestMap[];
}

interface MapDraft {
  name: MapName | undefined;
  sizeBytes: number | undefined;
  chunkCount: number | undefined;
}

const mapMembers = membersOf<MapDraft, ManifestProblem>({
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

const readMap: ReadValue<ManifestMap[], ManifestProblem> = (cursor, maps) => {
  if (maps.length === maxManifestMaps) return 'too_many_maps';
  const draft: MapDraft = { name: undefined, sizeBytes: undefined, chunkCount: undefined };
  const problem = readObject(cursor, mapMembers, draft);
  if (problem !== undefined) return problem;
  const { name, sizeBytes, chunkCount } = draft;
  invariant(name !== undefined && sizeBytes !== undefined && chunkCount !== undefined, 'an object is read with all its members');
  if (!isMapSize(sizeBytes, chunkCount)) return 'wrong_map_size';
  maps.push({ name, sizeBytes, chunkCount });
  return undefined;
};

const manifestMembers = membersOf<ManifestDraft, ManifestProblem>({
  version: (cursor) => (takeCount(cursor) === manifestVersion ? undefined : 'unknown_version'),
  oid: (cursor, draft) => {
    draft.oid = takeText(cursor, isOid);
    return draft.oid === undefined ? 'wrong_oid' : undefined;
  },
  size: (cursor, draft) => {
    draft.sizeBytes = takeCount(cursor);
    return draft.sizeBytes === undefined ? 'wrong_size' : undefined;
  },
  profile: (cursor, draft) => {
    draft.profile = takeText(cursor, isProfileName);
    return draft.profile === undefined ? 'unknown_profile' : undefined;
  },
  maps: (cursor, draft) => readArray(cursor, readMap, draft.maps),
});

/**
 * Reads a manifest file: members in any order and with any white space, each exactly once, strings without escapes, numbers in plain digits. The text
 * goes straight into the manifest. No generic parser first builds whatever the text says, so nothing nests, no name of a member means anything to the
 * language, and memory stays in proportion to the maps: 16 MiB of `[],[],` would become 350 MB.
 */
export const parseManifest = (bytes: Uint8Array): Result<Manifest, FormatError> => {
  if (bytes.length > maxManifestBytes) return err(manifestError('too_long'));
  const cursor: JsonCursor = { bytes, at: 0 };
  const draft: ManifestDraft = { oid: undefined, sizeBytes: undefined, profile: undefined, maps: [] };
  const problem = readObject(cursor, manifestMembers, draft);
  if (problem !== undefined) return err(manifestError(problem));
  if (!isAtEnd(cursor)) return err(manifestError('malformed'));
  const { oid, sizeBytes, profile, maps } = draft;
  invariant(oid !== undefined && sizeBytes !== undefined && profile !== undefined, 'an object is read with all its members');
  const manifest = { oid, sizeBytes, profile, maps };
  return addsUp(manifest) ? ok(manifest) : err(manifestError('sizes_do_not_add_up'));
};
