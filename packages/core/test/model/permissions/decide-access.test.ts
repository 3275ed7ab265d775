import { expect } from 'chai';
import type { Credential } from '../../../src/model/permissions/caller.js';
import {
  decideOrganizationAccess,
  decideRepositoryAccess,
  type RepositoryAccessFacts,
} from '../../../src/model/permissions/decide-access.js';
import { organizationPermissions, repositoryPermissions } from '../../../src/model/permissions/permission.js';
import { type OverrideLevel, overrideLevels } from '../../../src/model/permissions/repository-override.js';
import { type Role, roles } from '../../../src/model/permissions/role.js';
import { repositoryVisibilities, type RepositoryVisibility } from '../../../src/model/repository.js';
import { type OrganizationId, type RepositoryId, trusted } from '../../../src/model/values/index.js';
import { scopeSubsets, session, tokenWith } from '../../builders/credentials.js';

const organizationId = trusted<OrganizationId>('00000000-0000-4000-8000-00000000000a');
const otherOrganizationId = trusted<OrganizationId>('00000000-0000-4000-8000-00000000000b');
const repositoryId = trusted<RepositoryId>('00000000-0000-4000-8000-000000000001');
const otherRepositoryId = trusted<RepositoryId>('00000000-0000-4000-8000-000000000002');

const everyRole: readonly (Role | undefined)[] = [...roles, undefined];
const everyOverride: readonly (OverrideLevel | undefined)[] = [...overrideLevels, undefined];
const everyCredential: readonly Credential[] = [
  session,
  ...scopeSubsets.flatMap((scopes) => [
    tokenWith(scopes, organizationId),
    tokenWith(scopes, organizationId, repositoryId),
    tokenWith(scopes, organizationId, otherRepositoryId),
    tokenWith(scopes, otherOrganizationId),
  ]),
];

const factsOf = (
  role: Role | undefined,
  override: OverrideLevel | undefined,
  visibility: RepositoryVisibility,
  isOverrideSetByOwner = false,
): RepositoryAccessFacts => ({ repositoryId, organizationId, visibility, role, override, isOverrideSetByOwner });

const everyFacts = everyRole.flatMap((role) =>
  everyOverride.flatMap((override) =>
    repositoryVisibilities.flatMap((visibility) =>
      [false, true].map((isSetByOwner) => factsOf(role, override, visibility, isSetByOwner)),
    ),
  ),
);

const heldBy = (facts: RepositoryAccessFacts, credential: Credential): string =>
  repositoryPermissions.filter((permission) => decideRepositoryAccess(facts, credential).held.has(permission)).join(' ');

const rungs = {
  none: '',
  pull: 'repository.pull',
  push: 'repository.pull repository.push',
  update: 'repository.pull repository.push repository.update',
  all: repositoryPermissions.join(' '),
} as const;

describe('decideRepositoryAccess', () => {
  it('a caller that holds a permission holds all weaker ones, for every role, override, visibility and credential', () => {
    let combinations = 0;
    for (const facts of everyFacts) {
      for (const credential of everyCredential) {
        const { held } = decideRepositoryAccess(facts, credential);
        const isHeld = repositoryPermissions.map((permission) => held.has(permission));
        expect(isHeld, JSON.stringify({ facts, credential })).to.deep.equal([...isHeld].sort().reverse());
        combinations += 1;
      }
    }
    expect(combinations).to.equal(6 * 6 * 3 * 2 * (1 + 4 * 32));
  });

  it('a token never holds more than its user, and never the management of members', () => {
    for (const facts of everyFacts) {
      const ofUser = decideRepositoryAccess(facts, session);
      for (const credential of everyCredential.filter(({ kind }) => kind === 'token')) {
        const { known, held } = decideRepositoryAccess(facts, credential);
        expect([...held].every((permission) => ofUser.held.has(permission))).to.equal(true);
        expect(held.has('repository.members.manage')).to.equal(false);
        expect(!known || ofUser.known).to.equal(true);
      }
    }
  });

  it('who holds something knows of the repository', () => {
    for (const facts of everyFacts) {
      for (const credential of everyCredential) {
        const { known, held } = decideRepositoryAccess(facts, credential);
        expect(known || held.size === 0).to.equal(true);
      }
    }
  });

  it('a token of another organization, or bound to another repository, does not know of the repository', () => {
    const strangers = scopeSubsets.flatMap((scopes) => [
      tokenWith(scopes, otherOrganizationId),
      tokenWith(scopes, organizationId, otherRepositoryId),
      tokenWith(scopes, otherOrganizationId, repositoryId),
    ]);
    for (const facts of everyFacts) {
      for (const stranger of strangers) {
        const { known, held } = decideRepositoryAccess(facts, stranger);
        expect({ known, held: held.size }).to.deep.equal({ known: false, held: 0 });
      }
    }
  });

  it('a binding to this repository neither adds nor takes away', () => {
    for (const facts of everyFacts) {
      for (const scopes of scopeSubsets) {
        const bound = decideRepositoryAccess(facts, tokenWith(scopes, organizationId, repositoryId));
        expect(bound).to.deep.equal(decideRepositoryAccess(facts, tokenWith(scopes, organizationId)));
      }
    }
  });

  const expectedByRole: readonly (readonly [Role | undefined, Readonly<Record<RepositoryVisibility, string>>])[] = [
    ['OWNER', { PRIVATE: rungs.all, INTERNAL: rungs.all, PUBLIC: rungs.all }],
    ['ADMIN', { PRIVATE: rungs.all, INTERNAL: rungs.all, PUBLIC: rungs.all }],
    ['DEVELOPER', { PRIVATE: rungs.update, INTERNAL: rungs.update, PUBLIC: rungs.update }],
    ['VIEWER', { PRIVATE: rungs.pull, INTERNAL: rungs.pull, PUBLIC: rungs.pull }],
    ['BILLING', { PRIVATE: rungs.none, INTERNAL: rungs.pull, PUBLIC: rungs.pull }],
    [undefined, { PRIVATE: rungs.none, INTERNAL: rungs.none, PUBLIC: rungs.pull }],
  ];
  for (const [role, expected] of expectedByRole) {
    it(`${role ?? 'an outsider'} without a level of their own holds what role and visibility give`, () => {
      for (const visibility of repositoryVisibilities) {
        expect(heldBy(factsOf(role, undefined, visibility), session), visibility).to.equal(expected[visibility]);
      }
    });
  }

  const expectedByLevel: Readonly<Record<OverrideLevel, string>> = {
    NONE: rungs.none,
    READ: rungs.pull,
    WRITE: rungs.push,
    MAINTAIN: rungs.update,
    ADMIN: rungs.all,
  };
  for (const level of overrideLevels) {
    it(`the level ${level} wins over visibility and every role but OWNER, and over ADMIN when an OWNER has set it`, () => {
      for (const role of everyRole) {
        for (const visibility of repositoryVisibilities) {
          const byOthers = role === 'OWNER' || role === 'ADMIN' ? rungs.all : expectedByLevel[level];
          const byOwner = role === 'OWNER' ? rungs.all : expectedByLevel[level];
          expect(heldBy(factsOf(role, level, visibility, false), session)).to.equal(byOthers);
          expect(heldBy(factsOf(role, level, visibility, true), session)).to.equal(byOwner);
        }
      }
    });
  }

  it('a token whose scopes reach nothing here still knows of what its user may see', () => {
    const { known, held } = decideRepositoryAccess(
      factsOf('OWNER', undefined, 'PRIVATE'),
      tokenWith(['usage:read'], organizationId),
    );
    expect({ known, held: held.size }).to.deep.equal({ known: true, held: 0 });
  });
});

describe('decideOrganizationAccess', () => {
  const heldIn = (role: Role | undefined, credential: Credential): string =>
    organizationPermissions
      .filter((permission) => decideOrganizationAccess({ organizationId, role }, credential).held.has(permission))
      .join(' ');

  it('an outsider does not learn that the organization exists', () => {
    for (const credential of everyCredential) {
      expect(decideOrganizationAccess({ organizationId, role: undefined }, credential).known).to.equal(false);
    }
  });

  it('a token of another organization does not learn that this one exists', () => {
    for (const role of roles) {
      const { known } = decideOrganizationAccess({ organizationId, role }, tokenWith(['repo:admin'], otherOrganizationId));
      expect(known, role).to.equal(false);
    }
  });

  it('a token that is bound to a repository knows of its organization and may do nothing with it', () => {
    for (const scopes of scopeSubsets) {
      const access = decideOrganizationAccess({ organizationId, role: 'OWNER' }, tokenWith(scopes, organizationId, repositoryId));
      expect(access.known).to.equal(true);
      expect(access.held.size).to.equal(0);
    }
  });

  it('no scopes, alone or together, reach beyond reading, usage and the creation of repositories', () => {
    const reachable = ['organization.read', 'members.read', 'usage.read', 'repositories.read', 'repositories.create'];
    for (const role of roles) {
      for (const scopes of scopeSubsets) {
        const { held } = decideOrganizationAccess({ organizationId, role }, tokenWith(scopes, organizationId));
        expect([...held].filter((permission) => !reachable.includes(permission))).to.deep.equal([]);
      }
    }
  });

  it("a token holds the part of its user's role that its scopes name", () => {
    expect(heldIn('OWNER', tokenWith(['repo:admin'], organizationId))).to.equal(
      'organization.read members.read repositories.read repositories.create',
    );
    expect(heldIn('BILLING', tokenWith(['repo:admin', 'usage:read'], organizationId))).to.equal('organization.read usage.read');
    expect(heldIn('VIEWER', tokenWith(['repo:admin'], organizationId))).to.equal(
      'organization.read members.read repositories.read',
    );
  });

  it('a session holds exactly what the role holds', () => {
    expect(heldIn('BILLING', session)).to.equal('organization.read usage.read billing.read billing.update');
    expect(heldIn('OWNER', session)).to.equal(organizationPermissions.join(' '));
  });
});
