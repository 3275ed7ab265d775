import { expect } from 'chai';
import { Writable } from 'node:stream';
import { outputTaken } from '../../src/log/outlive-output.js';

describe('outputTaken', () => {
  it('waits for a reader that takes its time, of all streams', async () => {
    const taken: string[] = [];
    const slow = new Writable({
      write: (piece: Buffer, _encoding, done) => {
        setImmediate(() => {
          taken.push(piece.toString());
          done();
        });
      },
    });
    const quick = new Writable({ write: (_piece, _encoding, done) => done() });
    for (const line of ['missing: a\n', 'missing: b\n', 'missing: c\n']) slow.write(line);
    await outputTaken([slow, quick]);
    expect(taken.join('')).to.equal('missing: a\nmissing: b\nmissing: c\n');
  });

  it('does not wait for a reader that has left', async () => {
    const left = new Writable({ write: (_piece, _encoding, done) => done(new Error('EPIPE')) });
    left.on('error', () => undefined);
    left.write('missing: a\n');
    await outputTaken([left]);
    await outputTaken([left]);
  });
});
