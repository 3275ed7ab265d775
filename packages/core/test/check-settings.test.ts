import { expect } from 'chai';
import { createApplication } from '../src/application.js';
import { HOUR_MS, minGcGraceMs } from '../src/model/index.js';
import type { Settings } from '../src/ports/index.js';
import { createWorld } from './builders/world.js';

const { ports } = createWorld();
const applicationWith = (settings: Partial<Settings>) => () =>
  createApplication({ ...ports, settings: { ...ports.settings, ...settings } });

describe('createApplication', () => {
  it('takes a base URL with a path, a port, or an address', () => {
    for (const baseUrl of ['https://svc.test', 'https://svc.test/a/b', 'http://127.0.0.1:80', 'http://[::1]:8080/files']) {
      applicationWith({ baseUrl })();
    }
  });

  it('takes no base URL that URLs cannot begin with, and does not quote it', () => {
    for (const baseUrl of [
      '',
      'svc.test',
      '/files',
      'ftp://svc.test',
      'https:svc.test',
      'https:\\\\svc.test',
      'https://',
      'https://svc.test/',
      'https://svc.test/files/',
      'https://svc.test?',
      'https://svc.test/files?a=b',
      'https://svc.test#',
      'https://svc.test ',
      'https://svc.test:99999',
      'https:///files',
      'https://@svc.test',
      'https://admin@svc.test',
      'https://admin:secret@svc.test',
    ]) {
      expect(applicationWith({ baseUrl }), baseUrl).to.throw(/the base URL is an http\(s\) URL without .* its end$/);
    }
  });

  it('takes no link keys that links cannot be signed with', () => {
    expect(applicationWith({ linkKeys: [] })).to.throw('there is a link key');
    const short = { id: 'k2', secret: new Uint8Array(31) };
    expect(applicationWith({ linkKeys: [...ports.settings.linkKeys, short] })).to.throw('link key k2 has at least 32 bytes');
  });

  it('takes each number from its least on', () => {
    for (const settings of [
      { sessionMaxMs: 1 },
      { deletedRepositoryGraceMs: 2 * HOUR_MS },
      { gcGraceMs: minGcGraceMs },
      { sparseIndexChunks: 0, coldAfterMs: 0, minConvertedBytes: 0, scrubBytesPerSecond: 0 },
      { verifiedBytesPerHour: 0.5, gcRequestsPerSecond: 0.5, gcBytesPerSecond: 0.5, conversionBytesPerSecond: 0.5 },
      { limits: { locksPerRepository: 0 } },
    ] satisfies readonly Partial<Settings>[]) {
      applicationWith(settings)();
    }
  });

  it('takes no number that is not one, infinite, or below its least', () => {
    const refused: Readonly<Record<string, readonly number[]>> = {
      sessionMaxMs: [0, 0.5],
      deletedRepositoryGraceMs: [1, 2 * HOUR_MS - 1, 2 * HOUR_MS + 0.5],
      gcGraceMs: [1, minGcGraceMs - 1, minGcGraceMs + 0.5],
      sparseIndexChunks: [0.5],
      coldAfterMs: [0.5],
      minConvertedBytes: [0.5],
      verifiedBytesPerHour: [0],
      gcRequestsPerSecond: [0],
      gcBytesPerSecond: [0],
      conversionBytesPerSecond: [0],
      scrubBytesPerSecond: [],
    };
    for (const [name, values] of Object.entries(refused)) {
      for (const value of [...values, -1, Number.NaN, Infinity]) {
        expect(applicationWith({ [name]: value }), `${name}: ${value}`).to.throw(`${name} is a `);
      }
    }
    const text = { ...ports.settings };
    // As JavaScript can say it, with the text of an environment variable.
    Reflect.set(text, 'gcGraceMs', String(minGcGraceMs));
    expect(applicationWith(text)).to.throw('gcGraceMs is a whole number from 86400000 on');
  });

  it('takes no limit that would bound nothing', () => {
    for (const value of [-1, 0.5, Number.NaN, Infinity]) {
      const limits = { locksPerRepository: value };
      expect(applicationWith({ limits }), String(value)).to.throw('limits.locksPerRepository is a whole number from 0 on');
    }
    const limits = {};
    // As JavaScript can say it.
    Reflect.set(limits, 'locksPerRepository', undefined);
    expect(applicationWith({ limits })).to.throw('limits.locksPerRepository is a whole number');
  });

  it('takes no default plan that is not there', () => {
    const settings = { ...ports.settings };
    // As JavaScript can say it.
    Reflect.set(settings, 'defaultPlan', 'gold');
    expect(applicationWith(settings)).to.throw('there is a plan gold');
  });
});
