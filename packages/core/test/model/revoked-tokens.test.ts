import { expect } from 'chai';
import { maxNamedTokens, revokedTokens } from '../../src/model/revoked-tokens.js';
import { type TokenId, trusted } from '../../src/model/values/index.js';

describe('revokedTokens', () => {
  it('says nothing of no tokens', () => {
    expect(revokedTokens([])).to.deep.equal({});
  });

  it('names so many, and counts all', () => {
    const ids = Array.from({ length: maxNamedTokens + 1 }, (_, at) => trusted<TokenId>(`${at}`));
    expect(revokedTokens(ids)).to.deep.equal({
      revoked_tokens: ids.slice(0, maxNamedTokens),
      revoked_token_count: maxNamedTokens + 1,
    });
  });
});
