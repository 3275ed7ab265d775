import { isObjectKey } from '@svc/core/model';
import { expect } from 'chai';
import { backupOfKey, manifestKey, newBackupId, timeOfBackup } from '../../src/backup/backup-manifest.js';

const at = Date.parse('2026-11-25T10:00:00.998Z');

describe('the id of a back-up', () => {
  it('comes before those of later ones, also within a second', () => {
    const ids = [0, 1, 2, 1000].map((later) => newBackupId(new Date(at + later), (9 - (later % 10)).toString()));
    expect(ids.toSorted()).to.deep.equal(ids);
  });

  it('says when it was taken, and one of another form does not', () => {
    expect(timeOfBackup(newBackupId(new Date(at), 'c0ffee'))).to.equal(at);
    for (const id of ['20261125T100000Z-c0ffee', '2001-1']) expect(timeOfBackup(id), id).to.be.NaN;
  });

  it('is told by the key of its manifest', () => {
    const id = newBackupId(new Date(at), 'c0ffee');
    expect(isObjectKey(manifestKey(id))).to.equal(true);
    expect(backupOfKey(manifestKey(id))).to.equal(id);
  });
});
