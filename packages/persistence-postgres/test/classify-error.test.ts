import { contended, outage } from '@svc/core/model';
import { foreignError } from '@svc/test-services/foreign-error';
import { expect } from 'chai';
import pg from 'pg';
import { classifyError } from '../src/classify-error.js';
import { CommitUnknown, ConnectionLost, isLoss, QueueTimeout, reasonOf, RowHeld, StandbyServer } from '../src/faults.js';

const errorOf = (code: string): pg.DatabaseError => {
  const error = new pg.DatabaseError('detail', 0, 'error');
  error.code = code;
  return error;
};

describe('errors of PostgreSQL', () => {
  it('are a database that does not answer now when they may be over at the next try', () => {
    const codes = ['08006', '53200', '53300', '57P01', '57P03', '57014', '25P03', '25006', '58030', '26000', '42P05'];
    const lost = [new ConnectionLost(new Error('ECONNRESET')), new CommitUnknown(undefined), new StandbyServer(errorOf('0A000'))];
    const errors = [...codes.map(errorOf), ...lost];
    for (const error of errors) {
      expect(classifyError(error), error.message).to.deep.equal({ kind: 'unavailable', part: 'database', retryAfterSeconds: 1 });
    }
  });

  it('tell of a lost connection also where they come from another realm, as under Jest', () => {
    const refused = foreignError('connect ECONNREFUSED 127.0.0.1:1', { code: 'ECONNREFUSED' });
    expect(isLoss(refused)).to.equal(true);
    expect(reasonOf(new ConnectionLost(refused)).message).to.contain('ECONNREFUSED');
  });

  it('say that others are in the way, and to ask again after a second', () => {
    for (const error of [...['40001', '40P01', '55P03'].map(errorOf), new QueueTimeout(), new RowHeld(undefined)]) {
      expect(classifyError(error), error.message).to.equal(contended);
    }
    expect(contended).to.include({ part: 'database', retryAfterSeconds: 1 });
  });

  it('say that the disk of the server is full', () => {
    expect(classifyError(errorOf('53100'))).to.deep.equal(outage('database', 'storage_full'));
  });

  it('are bugs or wrong settings otherwise', () => {
    for (const code of ['23505', '23503', '23514', '22021', '42P01', '42601', '0A000', '28P01', '3D000', '25P02', 'XX001']) {
      expect(classifyError(errorOf(code)), code).to.equal(undefined);
    }
    expect(classifyError(new Error('57P01'))).to.equal(undefined);
    expect(classifyError('57P01')).to.equal(undefined);
  });
});
