import { createApplication, isSlug, portableHasher, type Application, type Caller, type Slug } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import { createCountedRandom, createFixedClock, type FixedClock } from '@svc/core/memory';
import type { LockId, RepositoryId, Role, TokenId, UserId } from '@svc/core/model';
import { err, type Result, type ResultAsync } from 'neverthrow';
import { valueOf } from '../history-objects.js';
import type { ApplicationHarness } from '../history.js';
import type { Outcome } from './rights-model.js';

const origin = { address: '192.0.2.1', userAgent: 'rights' };
const settings = {
  baseUrl: 'https://svc.test',
  linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }],
  defaultPlan: 'business',
} as const;

/** The service, and how it calls what the model counts. */
export interface RightsService {
  readonly application: Application;
  readonly clock: FixedClock;
  readonly users: readonly UserId[];
  readonly emails: readonly string[];
  readonly sessions: string[];
  readonly organizations: readonly Slug[];
  readonly repositories: RepositoryId[];
  /** With the number of the organization that has it. */
  readonly tokens: { readonly id: TokenId; readonly secret: string; readonly organization: number }[];
  readonly locks: Map<string, LockId>;
}

export const slugOf = (text: string): Slug => {
  if (!isSlug(text)) throw new Error('invariant: a slug');
  return text;
};

/** An error as the model tells it. */
export const outcomeOf = (result: Result<unknown, { readonly kind: string }>): Outcome => {
  if (result.isOk()) return 'ok';
  const { kind } = result.error;
  const reason = 'reason' in result.error ? result.error.reason : undefined;
  return typeof reason === 'string' ? `${kind}:${reason}` : kind;
};

const sessionLifetimeMs = 1e12;

export const signIn = async ({ application }: Pick<RightsService, 'application'>, email: string): Promise<string> =>
  valueOf(await application.operator.createSession({ email, lifetimeMs: sessionLifetimeMs })).secret;

export const openRightsApplication = (harness: ApplicationHarness): Pick<RightsService, 'application' | 'clock'> => {
  const clock = createFixedClock();
  const application = createApplication({
    unitOfWork: harness.unitOfWork,
    blobs: harness.blobs,
    clock,
    random: createCountedRandom(),
    hasher: portableHasher,
    codec: portableCodec(),
    identityProvider: undefined,
    settings,
  });
  return { application, clock };
};

/** New users, and organizations in which they have these roles, user by user. */
export const openRightsService = async (
  { application, clock }: Pick<RightsService, 'application' | 'clock'>,
  name: string,
  roles: readonly (readonly (Role | undefined)[])[],
): Promise<RightsService> => {
  const emails = (roles[0] ?? []).map((_, at) => `${name}-${at}@rights.test`);
  const users: UserId[] = [];
  const sessions: string[] = [];
  for (const email of emails) {
    users.push(valueOf(await application.operator.addUser({ email })).user.id);
    sessions.push(await signIn({ application }, email));
  }
  const organizations: Slug[] = [];
  for (const [at, members] of roles.entries()) {
    const organization = slugOf(`${name}-${at}`);
    const owner = valueOf(await application.authenticate(sessions[members.indexOf('OWNER')], origin));
    const signedIn = application.authorize.signedIn(owner);
    valueOf(await application.organizations.create(signedIn, { name: organization, slug: organization }));
    for (const [user, role] of members.entries()) {
      const email = emails[user];
      if (role !== undefined && email !== undefined) valueOf(await application.operator.setMember({ email, organization, role }));
    }
    organizations.push(organization);
  }
  return { application, clock, users, emails, sessions, organizations, repositories: [], tokens: [], locks: new Map() };
};

/** Does something as the one whose credential this is. */
export const actAs = async <T>(
  { application }: RightsService,
  credential: string | undefined,
  act: (caller: Caller) => ResultAsync<T, { readonly kind: string }>,
): Promise<Result<T, { readonly kind: string }>> => {
  const caller = await application.authenticate(credential, origin);
  return caller.isErr() ? err(caller.error) : act(caller.value);
};
