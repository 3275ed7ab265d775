import { err, ok, type Result } from 'neverthrow';
import type { ProfileName } from '../chunking/profile.js';
import { isContentName, type MapName } from '../values/content-name.js';
import { isOid, type Oid } from '../values/oid.js';
import { type FormatError, manifestError, type ManifestProblem } from './format-error.js';
import { isAtEnd, type JsonCursor, readArray, readObject, type ReadValue, takeCount, takeText } from './json-cursor.js';
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

type ReadMember = ReadValue<ManifestProblem>;

/** A member with a text of some kind. */
const textMember =
  <Text extends string>(
    isText: (text: string) => text is Text,
    problem: ManifestProblem,
    keep: (text: Text) => void,
  ): ReadMember =>
  (cursor) => {
    const text = takeText(cursor);
    if (text === undefined || !isText(text)) return problem;
    keep(text);
    return undefined;
  };

/** A member with a number of some kind. */
const countMember =
  (isCount: (count: number) => boolean, problem: ManifestProblem, keep: (count: number) => void): ReadMember =>
  (cursor) => {
    const count = takeCount(cursor);
    if (count === undefined || !isCount(count)) return problem;
    keep(count);
    return undefined;
  };

/** Reads the maps one by one into a list. */
const mapsMember = (maps: ManifestMap[]): ReadMember => {
  let name: MapName | undefined;
  let sizeBytes = 0;
  let chunkCount = 0;
  const members = new Map<string, ReadMember>([
    ['name', textMember(isContentName<MapName>, 'wrong_map_name', (text) => (name = text))],
    [
      'size',
      countMember(
        () => true,
        'wrong_map_size',
        (count) => (sizeBytes = count),
      ),
    ],
    ['chunks', countMember(isMapChunkCount, 'wrong_map_chunks', (count) => (chunkCount = count))],
  ]);
  const readMap: ReadMember = (cursor) => {
    if (maps.length === maxManifestMaps) return 'too_many_maps';
    const problem = readObject(cursor, members);
    if (problem !== undefined) return problem;
    if (name === undefined || !isMapSize(sizeBytes, chunkCount)) return 'wrong_map_size';
    maps.push({ name, sizeBytes, chunkCount });
    return undefined;
  };
  return (cursor) => readArray(cursor, readMap);
};

/**
 * Reads a manifest file. Members may come in any order and with any white space, each exactly once. The text is read straight into the manifest: no
 * generic parser builds what the text says first, so nothing nests, no name of a member means anything to the language, and memory stays in proportion
 * to the maps.
 */
export const parseManifest = (bytes: Uint8Array): Result<Manifest, FormatError> => {
  if (bytes.length > maxManifestBytes) return err(manifestError('too_long'));
  let oid: Oid | undefined;
  let sizeBytes = 0;
  let profile: ProfileName | undefined;
  const maps: ManifestMap[] = [];
  const members = new Map<string, ReadMember>([
    [
      'version',
      countMember(
        (version) => version === manifestVersion,
        'unknown_version',
        () => undefined,
      ),
    ],
    ['oid', textMember(isOid, 'wrong_oid', (text) => (oid = text))],
    [
      'size',
      countMember(
        () => true,
        'wrong_size',
        (count) => (sizeBytes = count),
      ),
    ],
    ['profile', textMember(isProfileName, 'unknown_profile', (text) => (profile = text))],
    ['maps', mapsMember(maps)],
  ]);
  const cursor: JsonCursor = { bytes, at: 0 };
  const problem = readObject(cursor, members);
  if (problem !== undefined) return err(manifestError(problem));
  if (!isAtEnd(cursor) || oid === undefined || profile === undefined) return err(manifestError('malformed'));
  const manifest = { oid, sizeBytes, profile, maps };
  return addsUp(manifest) ? ok(manifest) : err(manifestError('sizes_do_not_add_up'));
};
