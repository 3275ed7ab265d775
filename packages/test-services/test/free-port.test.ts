import { expect } from 'chai';
import { freePort } from '../src/free-port.js';

describe('a free port', () => {
  it('is another one for each of those who ask at the same time', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
    expect(new Set(ports).size).to.equal(20);
  });
});
