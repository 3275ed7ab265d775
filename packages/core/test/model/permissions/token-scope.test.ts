import { expect } from 'chai';
import { permissionsOfScopes, type TokenScope, tokenScopes } from '../../../src/model/permissions/token-scope.js';
import { scopeSubsets } from '../../builders/credentials.js';

const table: Readonly<Record<TokenScope, string>> = {
  'repo:read': 'members.read organization.read repositories.read repository.pull',
  'repo:write': 'members.read organization.read repositories.read repository.pull repository.push',
  'repo:admin':
    'members.read organization.read repositories.create repositories.read repository.admin repository.pull repository.push repository.update',
  'org:read': 'members.read organization.read repositories.read',
  'usage:read': 'organization.read usage.read',
};

const spelled = (scopes: readonly TokenScope[]): string => [...permissionsOfScopes(scopes)].sort().join(' ');

describe('permissionsOfScopes', () => {
  for (const scope of tokenScopes) {
    it(`${scope} reaches ${table[scope]}`, () => {
      expect(spelled([scope])).to.equal(table[scope]);
    });
  }

  it('several scopes reach what each of them reaches and nothing more', () => {
    for (const scopes of scopeSubsets) {
      const expected = new Set(scopes.flatMap((scope) => table[scope].split(' ')));
      expect(spelled(scopes)).to.equal([...expected].sort().join(' '));
    }
  });

  it('the order of scopes does not matter', () => {
    expect(spelled(['usage:read', 'repo:read'])).to.equal(spelled(['repo:read', 'usage:read']));
  });
});
