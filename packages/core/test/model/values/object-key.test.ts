import { expect } from 'chai';
import {
  blobOfBlockNames,
  blockNamesKey,
  namespaceOf,
  objectKey,
  type ObjectKey,
  oidOfObjectKey,
  type RepositoryId,
  stagingKey,
  treeKey,
  trusted,
  type TreePath,
  type UploadSessionId,
} from '../../../src/model/values/index.js';
import { oidOf } from '../../builders/world.js';

const namespace = namespaceOf(trusted<RepositoryId>('00000000-0000-4000-8000-000000000001'), undefined);
const session = trusted<UploadSessionId>('00000000-0000-4000-8000-000000000002');
const oid = oidOf('any object');

describe('a final key', () => {
  it('promises its oid, and a file of a chunk tree none, whatever clients call it', () => {
    expect(oidOfObjectKey(objectKey(namespace, oid))).to.equal(oid);
    const named = `objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
    for (const path of [`meta/${named}`, `meta/cas/${named}`])
      expect(oidOfObjectKey(treeKey(namespace, trusted<TreePath>(path))), path).to.equal(undefined);
  });
});

describe('the key of block names', () => {
  it('is beside the blob of an object, staged or final', () => {
    for (const blob of [objectKey(namespace, oid), stagingKey(namespace, session, oid)]) {
      const names = blockNamesKey(blob);
      expect(names).to.equal(`${blob}.blocks`);
      expect(names && blobOfBlockNames(names)).to.equal(blob);
    }
  });

  it('is beside no other blob, whatever clients call the files of a chunk tree', () => {
    const folders = ['', 'staging/session/', `objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/`];
    const paths = folders.map((folder) => treeKey(namespace, trusted<TreePath>(`notes/${folder}${oid}`)));
    for (const blob of [...paths, trusted<ObjectKey>('ns/staging/session/blob'), trusted<ObjectKey>(`ns/${oid}`)]) {
      expect(blockNamesKey(blob), blob).to.equal(undefined);
      expect(blobOfBlockNames(trusted<ObjectKey>(`${blob}.blocks`)), blob).to.equal(undefined);
    }
    expect(blobOfBlockNames(objectKey(namespace, oid))).to.equal(undefined);
  });
});
