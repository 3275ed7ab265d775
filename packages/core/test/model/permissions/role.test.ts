import { expect } from 'chai';
import { organizationPermissions, type Permission, repositoryPermissions } from '../../../src/model/permissions/permission.js';
import { permissionsOfRole, revokesTokensOfOthers, type Role, roles } from '../../../src/model/permissions/role.js';

const matrix: readonly (readonly [Permission, string])[] = [
  ['organization.read', 'OWNER ADMIN DEVELOPER VIEWER BILLING'],
  ['organization.update', 'OWNER ADMIN'],
  ['organization.delete', 'OWNER'],
  ['members.read', 'OWNER ADMIN DEVELOPER VIEWER'],
  ['members.invite', 'OWNER ADMIN'],
  ['members.remove', 'OWNER ADMIN'],
  ['usage.read', 'OWNER ADMIN DEVELOPER VIEWER BILLING'],
  ['repositories.read', 'OWNER ADMIN DEVELOPER VIEWER'],
  ['repositories.create', 'OWNER ADMIN DEVELOPER'],
  ['storage.read', 'OWNER ADMIN DEVELOPER'],
  ['storage.manage', 'OWNER ADMIN'],
  ['tokens.create', 'OWNER ADMIN DEVELOPER'],
  ['tokens.revoke', 'OWNER ADMIN DEVELOPER'],
  ['audit.read', 'OWNER ADMIN'],
  ['billing.read', 'OWNER BILLING'],
  ['billing.update', 'OWNER BILLING'],
  ['repository.pull', 'OWNER ADMIN DEVELOPER VIEWER'],
  ['repository.push', 'OWNER ADMIN DEVELOPER'],
  ['repository.update', 'OWNER ADMIN DEVELOPER'],
  ['repository.admin', 'OWNER ADMIN'],
  ['repository.members.manage', 'OWNER ADMIN'],
];

const holders = (permission: Permission): string => roles.filter((role) => permissionsOfRole[role].has(permission)).join(' ');

describe('permissionsOfRole', () => {
  for (const [permission, expected] of matrix) {
    it(`${permission} is held by ${expected}`, () => {
      expect(holders(permission)).to.equal(expected);
    });
  }

  it('the table of this test names every permission once', () => {
    const named = matrix.map(([permission]) => permission);
    expect([...named].sort()).to.deep.equal([...organizationPermissions, ...repositoryPermissions].sort());
  });
});

describe('revokesTokensOfOthers', () => {
  it('OWNER and ADMIN revoke the tokens of others, nobody else does', () => {
    const expected: Readonly<Record<Role, boolean>> = {
      OWNER: true,
      ADMIN: true,
      DEVELOPER: false,
      VIEWER: false,
      BILLING: false,
    };
    for (const role of roles) expect(revokesTokensOfOthers(role), role).to.equal(expected[role]);
  });
});
