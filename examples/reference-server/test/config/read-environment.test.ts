import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '../../src/config/read-environment.js';
import { StartProblem } from '../../src/start-problem.js';

describe('readEnvironment', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-environment-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('reads the .env file, and lets the process override it', () => {
    writeFileSync(join(folder, '.env'), '# a comment\nPORT=9000\nLOG_LEVEL="debug"\n');
    expect(readEnvironment(folder, { PORT: '9001', HOME: '/root' })).to.deep.equal({
      PORT: '9001',
      LOG_LEVEL: 'debug',
      HOME: '/root',
    });
  });

  it('does without a .env file', () => {
    expect(readEnvironment(folder, { PORT: '9001' })).to.deep.equal({ PORT: '9001' });
  });

  it('takes no .env file to which something was added in UTF-16, whose lines nobody would see', () => {
    writeFileSync(
      join(folder, '.env'),
      Buffer.concat([Buffer.from('PORT=9000\n'), Buffer.from('LOG_LEVEL=debug\r\n', 'utf16le')]),
    );
    expect(() => readEnvironment(folder, {})).to.throw(
      StartProblem,
      `${join(folder, '.env')} cannot be read: it is not UTF-8 throughout`,
    );
  });

  it('leaves the environment of the process as it is', () => {
    writeFileSync(join(folder, '.env'), 'SVC_SERVER_TEST=1\n');
    readEnvironment(folder, process.env);
    expect(process.env).not.to.have.property('SVC_SERVER_TEST');
  });
});
