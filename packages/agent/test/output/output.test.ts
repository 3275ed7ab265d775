import { expect } from 'chai';
import { isOid } from '@svc/core';
import { createOutput } from '../../src/output/output.js';

const text = 'a'.repeat(64);
const oid = isOid(text) ? text : expect.fail('it is an oid');
const report = {
  oid,
  path: 'a file.bin',
  sizeBytes: 10,
  chunks: 3,
  newChunks: 2,
  sentBytes: 8,
  storedBytes: 7,
  seconds: 0.1234567,
};

const said = (asJson: boolean) => {
  const stdout: string[] = [];
  const stderr: string[] = [];
  return {
    output: createOutput({ stdout: (line) => stdout.push(line), stderr: (line) => stderr.push(line) }, asJson),
    stdout,
    stderr,
  };
};

describe('output', () => {
  it('is the oid and the path of a pushed file, as checksum tools print it', () => {
    const { output, stdout } = said(false);
    output.pushed(report);
    expect(stdout).to.deep.equal([`${oid}  a file.bin\n`]);
  });

  it('is one JSON object a file for programs', () => {
    const { output, stdout } = said(true);
    output.pushed(report);
    output.pulled({ oid, path: 'b', sizeBytes: 10, seconds: 1, receivedBytes: 4, via: 'chunks' });
    const read: unknown = JSON.parse(`[${stdout.join(',')}]`);
    expect(read).to.deep.equal([
      { oid, path: 'a file.bin', size: 10, chunks: 3, new_chunks: 2, sent_bytes: 8, stored_bytes: 7, seconds: 0.123 },
      { oid, path: 'b', size: 10, received_bytes: 4, via: 'chunks', seconds: 1 },
    ]);
    expect(stdout.every((line) => line.endsWith('}\n'))).to.equal(true);
  });

  it('keeps problems off stdout', () => {
    const { output, stdout, stderr } = said(true);
    output.problem(new Error('no room\nat all'));
    expect(stdout).to.deep.equal([]);
    expect(stderr).to.deep.equal(['svc: no room\n']);
  });
});
