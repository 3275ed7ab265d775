import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOwnPlace } from '../../src/backup/is-own-place.js';
import type { StorageSettings } from '../../src/config/config.js';

const bucketAt = (bucket: string, prefix: string): StorageSettings => ({
  kind: 's3',
  endpoint: 'https://s3.example.org',
  region: 'eu-central-1',
  bucket,
  prefix,
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  pathStyle: true,
});

const folderAt = (root: string): StorageSettings => ({ kind: 'fs', root });

const below = (prefix: string, key: string): string => [prefix, key].filter((part) => part !== '').join('/');

/** All paths of up to three of the names, and the empty one. */
const pathsOf = (names: readonly string[]): readonly string[] => {
  const longer = (paths: readonly string[]) => paths.flatMap((path) => names.map((name) => below(path, name)));
  const [one, two] = [longer(['']), longer(longer(['']))];
  return ['', ...one, ...two, ...longer(two)];
};

describe('a place among the own files of a server', () => {
  const isOwn = (place: string, own: string): boolean => isOwnPlace(bucketAt('main', place), bucketAt('main', own));

  it('has the prefix of the server in its bucket, or lies where the keys of the server do', () => {
    for (const [place, own] of [
      ['', ''],
      ['prod', 'prod'],
      ['repositories', ''],
      ['repositories/of-us', ''],
      ['connections', ''],
      ['prod/repositories', 'prod'],
      ['prod/repositories/back/ups', 'prod'],
      ['prod/connections/back-ups', 'prod'],
    ] as const)
      expect(isOwn(place, own), `${place} of ${own}`).to.equal(true);
  });

  it('has the keys of the server in a folder from which a removal takes what it does not know', () => {
    for (const [place, own] of [
      ['', 'contents'],
      ['', 'contents/prod'],
      ['', 'repositories/prod'],
      ['', 'backups/20260101T000000000Z-abcdef'],
      ['back-ups', 'back-ups/contents/prod'],
      ['back-ups/of-us', 'back-ups/of-us/repositories'],
    ] as const)
      expect(isOwn(place, own), `${place} of ${own}`).to.equal(true);
  });

  it('is none beside them, nor where a name only begins alike', () => {
    for (const [place, own] of [
      ['', 'prod'],
      ['back-ups', ''],
      ['prod/back-ups', 'prod'],
      ['prod', 'prod/back-ups'],
      ['prod', 'production'],
      ['production', 'prod'],
      ['repositories-of-us', ''],
      ['prod/repositories2', 'prod'],
      ['', 'contents2/prod'],
      ['a', 'b/a/contents'],
      ['Prod', 'prod'],
    ] as const)
      expect(isOwn(place, own), `${place} of ${own}`).to.equal(false);
  });

  it('is every one of which some key lies where the other side lists, among all short prefixes', () => {
    const paths = pathsOf(['repositories', 'connections', 'contents', 'backups', 'a']);
    let refused = 0;
    for (const place of paths) {
      const placeFolders = ['backups/', 'contents/', 'repositories/'].map((folder) => below(place, folder));
      for (const own of paths) {
        const ownFolders = ['repositories/', 'connections/'].map((folder) => below(own, folder));
        const takesOwn = ownFolders.some((folder) => placeFolders.some((taken) => `${folder}id/key`.startsWith(taken)));
        const isTaken = placeFolders.some((folder) => ownFolders.some((taken) => `${folder}id/key`.startsWith(taken)));
        expect(isOwn(place, own), `${place} of ${own}`).to.equal(takesOwn || isTaken);
        if (takesOwn || isTaken) refused += 1;
      }
    }
    expect(refused)
      .to.be.greaterThan(paths.length)
      .and.lessThan(paths.length ** 2 / 2);
  });

  it('is in the bucket of the server, and not where that has a folder', () => {
    expect(isOwnPlace(bucketAt('other', 'prod'), bucketAt('main', 'prod'))).to.equal(false);
    expect(isOwnPlace(bucketAt('main', ''), folderAt('/data/blobs'))).to.equal(false);
    expect(isOwnPlace(folderAt('/data/blobs'), bucketAt('main', ''))).to.equal(false);
  });

  it('is a folder within that of the server, or around it where a removal takes what it does not know', () => {
    const root = mkdtempSync(join(tmpdir(), 'svc-own-place-'));
    const at = (path: string) => folderAt(join(root, path));
    mkdirSync(join(root, 'data/blobs'), { recursive: true });
    for (const [place, own, expected] of [
      ['data/blobs', 'data/blobs', true],
      ['data/blobs/deeper', 'data/blobs', true],
      ['data', 'data/repositories/blobs', true],
      ['data', 'data/contents/blobs', true],
      ['data', 'data/backups/20260101T000000000Z-abcdef/blobs', true],
      ['data', 'data/blobs', false],
      ['data/blobs2', 'data/blobs', false],
      ['data', 'data/contents2/blobs', false],
    ] as const)
      expect(isOwnPlace(at(place), at(own)), `${place} of ${own}`).to.equal(expected);
    rmSync(root, { recursive: true });
  });
});
