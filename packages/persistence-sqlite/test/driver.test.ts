import { bundleSources } from '@svc/test-services/bundle-sources';
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chooseDriver, howToInstall, Sqlite } from '../src/driver.js';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

describe('the driver of SQLite', () => {
  const throwing = (fault: Error) => (): never => {
    throw fault;
  };

  it('is the newer one on each Node from 22 on', () => {
    for (const version of ['22.0.0', '24.21.0', '26.10.0']) {
      expect(
        chooseDriver(version, 'older', () => 'newer'),
        version,
      ).to.equal('newer');
    }
  });

  it('is the older one where the newer one is not installed', () => {
    const missing = Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
    expect(chooseDriver('24.21.0', 'older', throwing(missing))).to.equal('older');
  });

  it('is the older one on Node 20, where the newer one is not even loaded', () => {
    expect(chooseDriver('20.19.0', 'older', throwing(new Error('loaded')))).to.equal('older');
  });

  it('is the older one where the newer one has no binary for this platform', () => {
    const unfit = Object.assign(new Error('wrong ELF class'), { code: 'ERR_DLOPEN_FAILED' });
    expect(chooseDriver('24.21.0', 'older', throwing(unfit))).to.equal('older');
  });

  it('is none where the newer one is there and throws', () => {
    const fault = new Error('a bug of the newer one');
    expect(() => chooseDriver('22.0.0', 'older', throwing(fault))).to.throw(fault.message);
  });

  it('is installed anew after an update of Node, and never by compiling the one that ends newer ones', () => {
    expect(howToInstall('20.19.0')).to.contain('npm rebuild better-sqlite3');
    for (const version of ['22.0.0', '24.21.0', '26.10.0']) {
      expect(howToInstall(version), version).to.contain('npm ci').and.contain('optional').and.not.contain('rebuild');
    }
  });

  it('is found from an application that a bundler makes one file of CommonJS, where import.meta is empty', async () => {
    const program = `import { Sqlite } from './src/driver.js'; console.log(new Sqlite(':memory:').open);`;
    const folder = await mkdtemp(join(packageFolder, 'test/.bundle-'));
    try {
      const file = join(folder, 'application.cjs');
      await writeFile(file, await bundleSources(program, packageFolder, 'cjs'));
      expect((await promisify(execFile)(process.execPath, [file])).stdout).to.equal('true\n');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('outlives the statements that are collected while nothing happens', async () => {
    const database = new Sqlite(':memory:');
    for (let round = 0; round < 4; round += 1) {
      for (let text = 0; text < 300; text += 1) database.prepare(`select ${text}`).get();
      const kept = Array.from({ length: 60_000 }, (_, index) => ({ index, list: [index] }));
      expect(kept).to.have.lengthOf(60_000);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    database.close();
  });
});
