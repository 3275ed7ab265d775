import { expect } from 'chai';
import { createApplication } from '../src/application.js';
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

  it('takes no default plan that is not there', () => {
    const settings = { ...ports.settings };
    // As JavaScript can say it.
    Reflect.set(settings, 'defaultPlan', 'gold');
    expect(applicationWith(settings)).to.throw('there is a plan gold');
  });
});
