import { expect } from 'chai';
import { readConfig } from '../src/config/config.js';
import { startHints } from '../src/start-hints.js';

const hintedBy = (environment: Readonly<Record<string, string>>): readonly string[] =>
  startHints(readConfig(environment, '/srv/svc')._unsafeUnwrap()).map(({ setting }) => setting);

const chosen = { DEFAULT_PLAN: 'free' };
const stripe = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };

describe('startHints', () => {
  it('tell of the plan where nobody can buy one and none was chosen', () => {
    expect(hintedBy({})).to.deep.equal(['DEFAULT_PLAN']);
    expect(hintedBy(chosen)).to.deep.equal([]);
    expect(hintedBy(stripe)).to.deep.equal([]);
  });

  for (const HOST of ['0.0.0.0', '::', '0', '::0']) {
    it(`tell of URLs that lead to localhost when the server listens on ${HOST}, which is every address`, () => {
      expect(hintedBy({ ...chosen, HOST })).to.deep.equal(['BASE_URL']);
      expect(hintedBy({ ...chosen, HOST, BASE_URL: 'https://svc.example.org' })).to.deep.equal([]);
    });
  }

  for (const HOST of ['127.0.0.1', '::1', '192.0.2.7', 'svc.example.org']) {
    it(`leave URLs alone when the server listens on ${HOST}, with which they begin`, () => {
      expect(hintedBy({ ...chosen, HOST })).to.deep.equal([]);
    });
  }
});
