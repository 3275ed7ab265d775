import { expect } from 'chai';
import { tokensReply } from '../../src/schemas/token.js';

describe('tokensReply', () => {
  const token = {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'ci',
    kind: 'CI',
    prefix: 'svc_ci',
    scopes: [],
    created_at: '2026-01-02T03:04:05.000Z',
  };

  it('is also the answer of a server that does not say yet who made a token', () => {
    expect(tokensReply.safeParse({ tokens: [token] }).error).to.equal(undefined);
  });
});
