import { expect } from 'chai';
import { httpLog } from '../../src/log/http-log.js';
import { createLogger } from '../../src/log/logger.js';

const linesOf = (write: (log: ReturnType<typeof httpLog>) => void): readonly string[] => {
  const lines: string[] = [];
  write(httpLog(createLogger('info', { write: (line) => lines.push(line) })));
  return lines;
};

const answered = {
  requestId: 'r1',
  endpoint: 'users.me',
  method: 'GET',
  path: '/api/v1/users/me',
  address: '203.0.113.7',
  userId: 'u1',
  tokenId: undefined,
  status: 200,
  error: undefined,
  durationMs: 1.26,
  bytesIn: 0,
  bytesOut: 17,
  isComplete: true,
};
const secret = 'svc_pat_0123456789ABCDEFGHIJabcdefghij012345';

describe('the log of requests', () => {
  it('has one line for each, with what was asked and answered', () => {
    const [line = '', ...more] = linesOf((log) => log.answered?.(answered));
    expect(more).to.deep.equal([]);
    const { durationMs: _durationMs, isComplete: _isComplete, tokenId: _tokenId, error: _error, ...facts } = answered;
    const parsed: unknown = JSON.parse(line);
    expect(parsed).to.deep.include({ ...facts, level: 'info', ms: 1.3, msg: 'request' });
    expect(parsed).to.have.all.keys('level', 'time', ...Object.keys(facts), 'ms', 'msg');
  });

  it('has the token by its id where one was used', () => {
    const [line = ''] = linesOf((log) => log.answered?.({ ...answered, tokenId: 't1' }));
    expect(JSON.parse(line)).to.include({ userId: 'u1', tokenId: 't1' });
  });

  it('says which failure was answered, and why', () => {
    const [line = ''] = linesOf((log) => log.answered?.({ ...answered, status: 402, error: 'quota_exceeded:storage_quota' }));
    expect(JSON.parse(line)).to.include({ error: 'quota_exceeded:storage_quota' });
  });

  it('says of one that was not answered to its end that it was cut off', () => {
    const [line = ''] = linesOf((log) => log.answered?.({ ...answered, isComplete: false }));
    expect(JSON.parse(line)).to.include({ cutOff: true });
  });

  it('does not write down a secret that stands in the path or the id', () => {
    const text = linesOf((log) => log.answered?.({ ...answered, requestId: secret, path: `/api/v1/${secret}` })).join('');
    expect(text).to.contain('request').and.not.to.contain(secret);
  });

  it('does not write down the headers that a bug has with it', () => {
    const error = Object.assign(new Error('on purpose'), { headers: { authorization: 'opaque-secret' } });
    const text = linesOf((log) => log.fault({ error, requestId: 'r1', endpoint: 'users.me' })).join('');
    expect(text).to.contain('on purpose').and.not.to.contain('opaque-secret');
  });
});
