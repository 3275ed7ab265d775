import { expect } from 'chai';
import { forSdk } from '../src/credentials.js';

describe('credentials', () => {
  const keys = { accessKeyId: 'AKID', secretAccessKey: 'secret' };

  it('reach the SDK without what an environment does not have', async () => {
    const fromEnvironment = { ...keys, sessionToken: undefined, expiration: undefined };
    expect(forSdk(fromEnvironment)).to.deep.equal(keys);
    const source = forSdk(async () => fromEnvironment);
    expect(typeof source === 'function' && (await source())).to.deep.equal(keys);
  });

  it('reach it whole when they are temporary', () => {
    const temporary = { ...keys, sessionToken: 'token', expiration: new Date(1_000_000) };
    expect(forSdk(temporary)).to.deep.equal(temporary);
  });
});
