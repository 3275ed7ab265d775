import { Readable } from 'node:stream';
import { blockNamesBytes, type Oid } from '@svc/core';
import { newTokenSecret, secretSha256 } from '@svc/core/memory';
import {
  type ApiToken,
  blockNamesKey,
  isId,
  namespaceOf,
  objectKey,
  type OrganizationId,
  type RepositoryId,
  type StoredObject,
  type TokenId,
  type TokenKind,
  trusted,
  type UserId,
} from '@svc/core/model';
import { ok } from 'neverthrow';
import { indexHistory } from '../support/index-history.js';
import { textAt } from '../support/request.js';
import { createWorld } from '../support/world.js';
import type { TestService } from '../support/service.js';
import { matrixOid } from './demands.js';
import {
  type Level,
  levels,
  type Role,
  roles,
  type Scope,
  scopes,
  type Standing,
  type Visibility,
  visibilities,
} from './rights.js';

/** Somebody who sends requests: what they put into the Authorization header, and what they are. */
export interface Actor {
  readonly name: string;
  readonly authorization: string | undefined;
  readonly standing: Standing;
}

export interface Stage {
  readonly organization: string;
  /** A storage connection of the organization. */
  readonly connection: string;
  /** A storage group of the organization. */
  readonly group: string;
  /** A webhook of the organization. */
  readonly webhook: string;
  readonly repositories: Readonly<Record<Visibility, string>>;
  /** An upload session in each, which has the object of the matrix. */
  readonly sessions: Readonly<Record<Visibility, string>>;
  /** A snapshot of each. */
  readonly snapshots: Readonly<Record<Visibility, string>>;
  readonly actors: readonly Actor[];
}

const idOf = <Id extends OrganizationId | RepositoryId | UserId | TokenId>(text: string): Id => {
  if (!isId<Id>(text)) throw new Error(`${text} is no id`);
  return text;
};

const subsetsOf = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_one, at) => (bits >> at) % 2 === 1));

interface TokenFacts {
  readonly userId: string;
  readonly scopes: readonly Scope[];
  readonly kind?: TokenKind;
  readonly repositoryId?: string;
  readonly organizationId?: string;
  readonly expiresAt?: number;
}

/** What is no longer than a block has no block names. */
const namedBytes = 65_537;

/** Block names that nobody looks at. */
const writeNames = async ({ blobs }: TestService, repositoryId: RepositoryId, object: StoredObject): Promise<void> => {
  const key = blockNamesKey(objectKey(namespaceOf(repositoryId, undefined), object.oid));
  if (key === undefined) throw new Error('invariant: names may lie beside a final blob');
  const names = new Uint8Array(blockNamesBytes(object));
  (await blobs.write(key, Readable.from([names]), names.byteLength))._unsafeUnwrap();
};

/** An organization with a repository of each visibility, and everybody who could ask for something there. */
export const setStage = async (service: TestService): Promise<Stage> => {
  const world = createWorld(service);
  const { ports } = service;
  const owner = await world.user('first-owner');
  const organization = await world.organization(owner, 'Acme');
  const elsewhere = await world.organization(owner, 'Elsewhere');
  const repositoryOf = (visibility: Visibility): Promise<string> =>
    world.repository(owner, organization, { name: visibility, visibility });
  const repositories = {
    PRIVATE: await repositoryOf('PRIVATE'),
    INTERNAL: await repositoryOf('INTERNAL'),
    PUBLIC: await repositoryOf('PUBLIC'),
  };
  for (const repository of Object.values(repositories)) {
    const stored = await world.call('PUT', `/repositories/${repository}/lfs/some/key`, { token: owner.token, body: 'x' });
    if (stored.status !== 201) throw new Error(`no tree file: ${stored.text}`);
    await indexHistory(world, owner.token, repository);
  }
  const sessionIn = (visibility: Visibility): Promise<string> =>
    world.session(owner, repositories[visibility], { oid: matrixOid, size: 1 });
  const sessions = {
    PRIVATE: await sessionIn('PRIVATE'),
    INTERNAL: await sessionIn('INTERNAL'),
    PUBLIC: await sessionIn('PUBLIC'),
  };
  for (const repository of Object.values(repositories)) {
    const object: StoredObject = {
      oid: trusted<Oid>(matrixOid),
      sizeBytes: namedBytes,
      physicalBytes: 1,
      layout: 'whole',
      name: undefined,
      type: 'other',
      uploadedBy: idOf<UserId>(owner.id),
      createdAt: 0,
    };
    const added = await ports.unitOfWork.transact(async ({ objects }) =>
      ok(await objects.add(idOf<RepositoryId>(repository), [object])),
    );
    added._unsafeUnwrap();
    await writeNames(service, idOf<RepositoryId>(repository), object);
  }
  const snapshotOf = async (visibility: Visibility): Promise<string> => {
    const path = `/repositories/${repositories[visibility]}/snapshots`;
    return textAt((await world.call('POST', path, { token: owner.token, body: { name: 'first' } })).json, 'snapshot.id');
  };
  const snapshots = {
    PRIVATE: await snapshotOf('PRIVATE'),
    INTERNAL: await snapshotOf('INTERNAL'),
    PUBLIC: await snapshotOf('PUBLIC'),
  };
  const connection = await world.connection(owner, organization);
  const group = await world.storageGroup(owner, organization, 'Group');
  const { id: webhook } = await world.webhook(owner, organization, 'https://hooks.test/');
  const otherRepository = await world.repository(owner, organization, { name: 'Other' });

  const person = async (name: string, role?: Role, level?: Level): Promise<{ id: string; token: string; email: string }> => {
    const user = await world.user(name);
    if (role !== undefined) await world.member(organization, user, role);
    const userId = idOf<UserId>(user.id);
    const put = await ports.unitOfWork.transact(async (records) => {
      for (const repository of level === undefined ? [] : Object.values(repositories)) {
        await records.repositories.putMember({
          repositoryId: idOf<RepositoryId>(repository),
          userId,
          level: level ?? 'NONE',
          isSetByOwner: true,
          createdAt: 0,
        });
      }
      return ok(undefined);
    });
    put._unsafeUnwrap();
    return user;
  };

  const token = async (facts: TokenFacts): Promise<{ id: TokenId; secret: string }> => {
    const apiToken: ApiToken = {
      id: idOf<TokenId>(ports.random.uuid()),
      organizationId: idOf<OrganizationId>(facts.organizationId ?? organization.id),
      userId: idOf<UserId>(facts.userId),
      name: 'token',
      kind: facts.kind ?? 'PAT',
      scopes: facts.scopes,
      repositoryId: facts.repositoryId === undefined ? undefined : idOf<RepositoryId>(facts.repositoryId),
      createdAt: 0,
      expiresAt: facts.expiresAt,
    };
    const secret = newTokenSecret(apiToken.kind, ports.random);
    const added = await ports.unitOfWork.transact(async (records) => {
      await records.tokens.add(apiToken, secretSha256(secret));
      return ok(undefined);
    });
    added._unsafeUnwrap();
    return { id: apiToken.id, secret };
  };

  const actors: Actor[] = [];
  const add = (
    name: string,
    authorization: string | undefined,
    standing: Omit<Standing, 'visibility'>,
    seen: readonly Visibility[] = ['PRIVATE'],
  ): void => {
    for (const visibility of seen)
      actors.push({ name: `${name}, ${visibility}`, authorization, standing: { ...standing, visibility } });
  };
  const bearer = (secret: string): string => `Bearer ${secret}`;

  // Without a credential that counts.
  const revoked = await token({ userId: owner.id, scopes });
  const revoking = await ports.unitOfWork.transact(async (records) =>
    ok(await records.tokens.revoke(idOf<OrganizationId>(organization.id), revoked.id, ports.clock.now())),
  );
  revoking._unsafeUnwrap();
  const suspended = await person('suspended', 'ADMIN');
  const tokenOfSuspended = await token({ userId: suspended.id, scopes });
  (await service.application.operator.suspendUser({ email: suspended.email }))._unsafeUnwrap();
  add('nobody', undefined, { credential: 'none' }, visibilities);
  for (const header of ['Bearer', 'Bearer a b', 'Token x', 'x', bearer('unknown'), bearer('svc_pat_mistyped')])
    add(header, header, { credential: 'bad' });
  add('unknown token', bearer(newTokenSecret('PAT', ports.random)), { credential: 'bad' });
  add('expired token', bearer((await token({ userId: owner.id, scopes, expiresAt: ports.clock.now() })).secret), {
    credential: 'bad',
  });
  add('revoked token', bearer(revoked.secret), { credential: 'bad' }, visibilities);
  add('suspended user', bearer(suspended.token), { credential: 'suspended' }, visibilities);
  add('token of a suspended user', bearer(tokenOfSuspended.secret), { credential: 'suspended' });

  // With a session: roles, strangers, levels.
  const stranger = await person('stranger');
  add('stranger', bearer(stranger.token), { credential: 'session' }, visibilities);
  for (const role of [...roles, undefined]) {
    const member = await person(`only-${role ?? 'nobody'}`.toLowerCase(), role);
    add(role ?? 'outsider', bearer(member.token), { credential: 'session', role }, visibilities);
    for (const level of levels) {
      const adjusted = await person(`${role ?? 'outsider'}-${level}`.toLowerCase(), role, level);
      add(`${role ?? 'outsider'} with ${level}`, bearer(adjusted.token), { credential: 'session', role, level }, visibilities);
    }

    // With tokens of the same people: every set of scopes.
    for (const subset of subsetsOf(scopes)) {
      const made = await token({ userId: member.id, scopes: subset });
      const seen = role === 'OWNER' ? (['PRIVATE'] as const) : (['PRIVATE', 'PUBLIC'] as const);
      add(
        `${role ?? 'outsider'}'s PAT [${subset.join(' ')}]`,
        bearer(made.secret),
        { credential: 'token', role, scopes: subset },
        seen,
      );
    }
  }
  for (const level of levels) {
    const viewer = await person(`viewer-with-token-${level}`.toLowerCase(), 'VIEWER', level);
    for (const subset of subsetsOf(scopes)) {
      const made = await token({ userId: viewer.id, scopes: subset });
      add(`VIEWER's PAT with ${level} [${subset.join(' ')}]`, bearer(made.secret), {
        credential: 'token',
        role: 'VIEWER',
        level,
        scopes: subset,
      });
    }
  }
  for (const subset of subsetsOf(scopes)) {
    for (const [boundTo, repositoryId] of [
      ['this', repositories.PRIVATE],
      ['other', otherRepository],
    ] as const) {
      const made = await token({ userId: owner.id, kind: 'REPO', scopes: subset, repositoryId });
      const standing = { credential: 'token', role: 'OWNER', scopes: subset, boundTo } as const;
      add(`REPO token for ${boundTo} repository [${subset.join(' ')}]`, bearer(made.secret), standing);
    }
  }
  const foreign = await token({ userId: owner.id, scopes, organizationId: elsewhere.id });
  add(
    'token of another organization',
    bearer(foreign.secret),
    { credential: 'token', role: 'OWNER', scopes, ofOtherOrganization: true },
    visibilities,
  );
  const ci = await token({ userId: owner.id, kind: 'CI', scopes });
  add('CI token', bearer(ci.secret), { credential: 'token', role: 'OWNER', scopes });
  return { organization: organization.slug, connection, group, webhook, repositories, sessions, snapshots, actors };
};
