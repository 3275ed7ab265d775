import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isOid } from '@svc/core';
import { createOutput } from '../../src/output/output.js';
import { oidOf } from '../../src/verify/hash-file.js';

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

const said = (asJson: boolean, isTerminal = false) => {
  const stdout: string[] = [];
  const stderr: string[] = [];
  return {
    output: createOutput({ stdout: (line) => stdout.push(line), stderr: (line) => stderr.push(line), isTerminal }, asJson),
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

  it('is on a terminal, as JSON too, without what it obeys', () => {
    const path = 'a\u001b[2J\u009b31m\u202eb\u007f';
    const { output, stdout } = said(false, true);
    output.matched({ ...report, path });
    output.result(`server: ${path}`, {});
    expect(stdout).to.deep.equal([`${oid}  a?[2J?31m?b?: OK\n`, 'server: a?[2J?31m?b?\n']);
    const [onTerminal, piped] = [said(true, true), said(true)];
    for (const { output: json } of [onTerminal, piped]) json.result('', { path });
    expect(onTerminal.stdout).to.deep.equal(['{"path":"a\\u001b[2J\\u009b31m\\u202eb\\u007f"}\n']);
    for (const line of [...onTerminal.stdout, ...piped.stdout]) expect(JSON.parse(line)).to.deep.equal({ path });
  });

  it('escapes what would end the line of a file', () => {
    const { output, stdout } = said(false);
    output.pushed({ ...report, path: `a\n${oid}  b\\\r` });
    output.matched({ ...report, path: 'a\n' });
    expect(stdout).to.deep.equal([`\\${oid}  a\\n${oid}  b\\\\\\r\n`, `\\${oid}  a\\n: OK\n`]);
  });

  it('keeps other control characters of a name for programs, and off a terminal', () => {
    for (const [isTerminal, shown] of [
      [false, 'a\u001b[2Jb\u009b'],
      [true, 'a?[2Jb?'],
    ] as const) {
      const { output, stdout } = said(false, isTerminal);
      output.pushed({ ...report, path: 'a\u001b[2Jb\u009b' });
      expect(stdout).to.deep.equal([`${oid}  ${shown}\n`]);
    }
  });

  it('is what sha256sum --check reads, whatever a file is called', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-output-'));
    const { output, stdout } = said(false);
    for (const path of ['plain', 'two\nlines', 'back\\slash', '\\n', 'return\r', 'bell\u0007 \u001b[2J', ' blanks  ']) {
      await writeFile(join(folder, path), path);
      output.pushed({ ...report, oid: oidOf(createHash('sha256').update(path).digest('hex')), path });
    }
    await writeFile(join(folder, 'sums'), stdout.join(''));
    await promisify(execFile)('sha256sum', ['--check', '--strict', '--status', 'sums'], { cwd: folder });
    await rm(folder, { recursive: true });
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
