import { expect } from 'chai';
import { problemLine } from '../../src/output/problem-line.js';

describe('a problem in one line', () => {
  it('is the first line of the message, without what a terminal obeys', () => {
    expect(problemLine(new Error('no \u001b[2Jroom\u009b \u202emoor\n    at stack'))).to.equal('no ?[2Jroom? ?moor');
  });

  it('says why none of the addresses of a host has answered', () => {
    const refused = ['connect ECONNREFUSED ::1:2', 'connect ECONNREFUSED 127.0.0.1:2'].map((message) => new Error(message));
    expect(problemLine(new AggregateError(refused))).to.equal('connect ECONNREFUSED ::1:2');
  });

  it('names the matter where the folder that it runs in is gone', () => {
    const gone = Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), { code: 'ENOENT', syscall: 'uv_cwd' });
    expect(problemLine(gone)).to.equal('the folder that this runs in is gone');
    const other = Object.assign(new Error("ENOENT: no such file or directory, open 'a'"), { code: 'ENOENT', syscall: 'open' });
    expect(problemLine(other)).to.equal(other.message);
  });

  it('is never empty and never long', () => {
    expect(problemLine(new Error(''))).to.not.equal('');
    expect(problemLine('x'.repeat(5000))).to.have.length(1000);
  });
});
