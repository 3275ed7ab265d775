import { expect } from 'chai';
import { checkHttpSettings } from '../../src/koa/check-http-settings.js';
import { createHttpHandler, type HttpSettings } from '../../src/koa/http-handler.js';
import { answerStarting } from '../../src/koa/starting.js';
import { startService, type TestService } from '../support/service.js';

describe('checkHttpSettings', () => {
  it('takes what goes', () => {
    for (const settings of [
      {},
      { trustProxyHops: 0, minBodyBytesPerSecond: 0, corsOrigins: [] },
      { trustProxyHops: 2, minBodyBytesPerSecond: 0.5 },
      { corsOrigins: ['https://app.example.org', 'http://localhost:5173', 'http://[::1]:8080', 'app://localhost'] },
    ]) {
      checkHttpSettings(settings);
    }
  });

  it('takes no number of proxies that is not one', () => {
    for (const trustProxyHops of [-1, 1.5, Number.NaN, Infinity]) {
      const check = (): void => checkHttpSettings({ trustProxyHops });
      expect(check).to.throw(RangeError, `not a number of proxies: ${trustProxyHops}`);
    }
  });

  it('takes no rate of bytes that is not one', () => {
    for (const minBodyBytesPerSecond of [-1, Number.NaN, Infinity]) {
      const check = (): void => checkHttpSettings({ minBodyBytesPerSecond });
      expect(check).to.throw(RangeError, `not a rate of bytes: ${minBodyBytesPerSecond} a second`);
    }
  });

  it('takes no origin that no browser sends', () => {
    for (const odd of [
      '',
      '*',
      'null',
      'app.example.org',
      'https://a/',
      'https://a/b',
      'https://a?b',
      'https://a#b',
      'https://user@a',
      'https://*.example.org',
      'https://A.example.org',
      'https://a:443',
      'http://a:80',
      ' https://a',
      'https://a,https://b',
    ]) {
      const check = (): void => checkHttpSettings({ corsOrigins: ['https://b', odd] });
      expect(check, odd).to.throw(RangeError, `not an origin such as https://app.example.org: ${odd}`);
    }
  });
});

describe('what takes settings', () => {
  let service: TestService;
  before(async () => (service = await startService()));
  after(() => service.close());

  it('throws on those that do not go', () => {
    const { application, baseUrl } = service;
    const odd: readonly Partial<HttpSettings>[] = [{ trustProxyHops: 1.5 }, { corsOrigins: ['https://a/'] }];
    for (const settings of odd) {
      expect(() => createHttpHandler({ application, settings: { baseUrl, rateLimit: undefined, ...settings } })).to.throw(
        RangeError,
      );
      expect(() => answerStarting({ baseUrl, ...settings })).to.throw(RangeError);
    }
    const settings = { baseUrl, rateLimit: undefined, minBodyBytesPerSecond: Number.NaN };
    expect(() => createHttpHandler({ application, settings })).to.throw(RangeError);
  });
});
