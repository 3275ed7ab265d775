import type { Application } from '@svc/core';
import type { OrganizationPermission, RepositoryPermission } from '@svc/core/model';
import type { UnitOfWork } from '@svc/core/ports';
import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { routeParts } from '../../src/endpoint/route.js';
import type { Access } from '../../src/endpoint/access.js';
import { endpoints } from '../../src/endpoints/index.js';
import { startAcme } from '../support/acme.js';
import { eachDatabase, type OpenDatabase } from '../support/each-database.js';
import { type Answer, listAt, send, textAt } from '../support/request.js';
import { lateRequests, type Stage, writingNothing } from './late-requests.js';

/** What comes between the grant of the request that is watched and its handler, and how many transactions commit after that. */
const between = () => {
  const state: {
    act?: (() => Promise<void>) | undefined;
    /** Whether it comes after the caller is known, where there is no grant to wait for. */
    isAfterCaller: boolean;
    isWatched: boolean;
    commits: number;
  } = {
    isAfterCaller: false,
    isWatched: false,
    commits: 0,
  };
  const granted = async (): Promise<void> => {
    const { act } = state;
    state.act = undefined;
    await act?.();
    state.isWatched = act !== undefined || state.isWatched;
  };
  const pass = <T, E>(grant: ResultAsync<T, E>): ResultAsync<T, E> =>
    grant.andThen((value) => ResultAsync.fromSafePromise(granted()).map(() => value));
  const application = (inner: Application): Application => ({
    ...inner,
    authenticate: (...given) => {
      const caller = inner.authenticate(...given);
      return state.isAfterCaller ? pass(caller) : caller;
    },
    authorize: {
      ...inner.authorize,
      organization: <P extends OrganizationPermission>(
        caller: Parameters<Application['authorize']['organization']>[0],
        reference: Parameters<Application['authorize']['organization']>[1],
        permission: P,
      ) => pass(inner.authorize.organization(caller, reference, permission)),
      repository: <P extends RepositoryPermission>(
        caller: Parameters<Application['authorize']['repository']>[0],
        id: Parameters<Application['authorize']['repository']>[1],
        permission: P,
      ) => pass(inner.authorize.repository(caller, id, permission)),
      verifyLink: (...given) => pass(inner.authorize.verifyLink(...given)),
    },
  });
  const unitOfWork = (inner: UnitOfWork): UnitOfWork => ({
    read: (work) => inner.read(work),
    transact: (work) =>
      inner.transact(work).map((value) => {
        if (state.isWatched) state.commits += 1;
        return value;
      }),
    check: () => inner.check(),
    isAlone: () => inner.isAlone(),
  });
  return { state, application, unitOfWork };
};

type Meanwhile = (stage: Stage) => Promise<void>;

/** Sends the request of a row while something happens between its grant and its handler. */
const sendLate = async (
  name: string,
  meanwhile: Meanwhile,
  {
    open = eachDatabase['in memory'],
    withToken = false,
  }: { readonly open?: () => Promise<OpenDatabase>; readonly withToken?: boolean } = {},
): Promise<{ answer: Answer; commits: number }> => {
  const row = endpoints.find((endpoint) => endpoint.name === name);
  const request = lateRequests[name];
  if (row === undefined || request === undefined) throw new Error(`${name} is no row`);
  const { state, application, unitOfWork } = between();
  state.isAfterCaller = row.access.kind === 'signed-in' || row.access.kind === 'session';
  const acme = await startAcme({
    defaultPlan: name === 'billing.byosAddOn' ? 'free' : 'business',
    application,
    open,
    ports: (ports) => ({ ...(request.ports?.(ports) ?? ports), unitOfWork: unitOfWork(ports.unitOfWork) }),
  });
  const { service, world, owner, organization } = acme;
  const late = await world.user('late');
  await world.member(organization, late, 'OWNER');
  const stage = { ...acme, late, repository: await world.repository(owner, organization, { name: 'Models' }) };
  const parameters = { orgID: 'acme', repoID: stage.repository, ...(await request.prepare?.(stage)) };
  const { method, path } = routeParts(row.route, row.base ?? 'api');
  const filled =
    request.path?.(parameters) ??
    Object.entries(parameters).reduce((text, [key, value]) => text.replace(`{${key}}`, value), path);
  const token = withToken ? (await world.apiToken(late, organization, { scopes: ['repo:admin'] })).secret : late.token;
  state.act = () => meanwhile(stage);
  const answer = await send(service.baseUrl, method, filled, { token, body: request.body?.(stage, parameters) });
  await service.close();
  return { answer, commits: state.commits };
};

const expectOk = async (answering: Promise<Answer>): Promise<void> => {
  const { status, text } = await answering;
  if (status >= 300) throw new Error(`${status}: ${text}`);
};

const stays: Meanwhile = () => Promise.resolve();
const isRemoved: Meanwhile = ({ world, owner, late }) =>
  expectOk(world.call('DELETE', `/organizations/acme/members/${late.id}`, { token: owner.token }));
const isDemoted: Meanwhile = ({ world, owner, late }) =>
  expectOk(world.call('PATCH', `/organizations/acme/members/${late.id}`, { token: owner.token, body: { role: 'VIEWER' } }));
const isSuspended: Meanwhile = async ({ service, late }) => {
  (await service.application.operator.suspendUser({ email: late.email }))._unsafeUnwrap();
};

/** By what a person does who was robbed of a session, or of a token: they end all that they have. */
const isLoggedOut: Meanwhile = async ({ world, late }) => {
  const other = await world.call('POST', '/auth/session', { token: late.token });
  await expectOk(world.call('DELETE', '/users/me/sessions', { token: textAt(other.json, 'session.token') }));
};
const isRevoked: Meanwhile = async ({ world, owner }) => {
  const { json } = await world.call('GET', '/organizations/acme/tokens', { token: owner.token });
  for (const token of listAt(json, 'tokens')) {
    await expectOk(world.call('DELETE', `/organizations/acme/tokens/${textAt(token, 'id')}`, { token: owner.token }));
  }
};

/** The rows that write something for a caller. */
const writing = endpoints.filter(({ route, access: { kind } }) => {
  const changes = !route.startsWith('GET ') && !route.startsWith('HEAD ');
  return changes && ['organization', 'repository', 'signed-in', 'session', 'verify-link'].includes(kind);
});

const accessOf = (name: string): Access =>
  writing.find((endpoint) => endpoint.name === name)?.access ?? expect.fail(`${name} is no row`);

/** What an API token with `repo:admin` reaches. */
const isForTokens = (name: string): boolean => {
  const access = accessOf(name);
  if (access.kind !== 'organization' && access.kind !== 'repository') return access.kind === 'signed-in';
  if (access.kind === 'organization') return access.permission === 'repositories.create';
  return access.permission !== 'repository.members.manage' && name !== 'recommendations.dismiss';
};

describe('a caller who loses their rights while the request is on its way', () => {
  it('is tried with every row that writes something', () => {
    const names = writing.map(({ name }) => name).sort();
    expect([...Object.keys(lateRequests), ...writingNothing].sort()).to.deep.equal(names);
  });

  for (const name of Object.keys(lateRequests)) {
    it(`changes nothing any more by ${name}`, async () => {
      const { answer } = await sendLate(name, stays);
      expect(answer.status, `nothing between: ${answer.text}`).to.be.within(200, 299);
      const cases: [string, Meanwhile, number][] = [['suspended', isSuspended, 403]];
      if ('permission' in accessOf(name) || name === 'lfs.verify') cases.push(['removed', isRemoved, 404]);
      if ('permission' in accessOf(name)) cases.push(['demoted', isDemoted, 403]);
      // The link to verify is a credential of its own, which ends with what its maker may do.
      if (name !== 'lfs.verify') cases.push(['logged out', isLoggedOut, 403]);
      for (const [what, meanwhile, status] of cases) {
        // A VIEWER may still leave.
        if (name === 'members.leave' && what === 'demoted') continue;
        const refused = await sendLate(name, meanwhile);
        expect(refused.answer.status, `${what}: ${refused.answer.text}`).to.equal(status);
        expect(refused.commits, what).to.equal(0);
      }
      if (!isForTokens(name)) return;
      const { answer: passed } = await sendLate(name, stays, { withToken: true });
      expect(passed.status, `nothing between: ${passed.text}`).to.be.within(200, 299);
      const refused = await sendLate(name, isRevoked, { withToken: true });
      expect(refused.answer.status, `revoked: ${refused.answer.text}`).to.equal(403);
      expect(refused.commits, 'revoked').to.equal(0);
    });
  }

  // What the other cases add is decided in the same place, whatever the database.
  for (const where of ['on SQLite', 'on PostgreSQL'] as const) {
    for (const name of Object.keys(lateRequests)) {
      it(`changes nothing any more by ${name} ${where}`, async () => {
        const meanwhile = name === 'lfs.verify' ? isSuspended : isLoggedOut;
        const refused = await sendLate(name, meanwhile, { open: eachDatabase[where] });
        expect(refused.answer.status, refused.answer.text).to.equal(403);
        expect(refused.commits).to.equal(0);
      });
    }
  }
});
