import { createMemoryMailer } from '@svc/core/memory';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import type { TestOrganization, TestUser, World } from '../support/world.js';

const madeAt = '2026-01-01T00:00:00.000Z';
const endsAt = '2026-01-08T00:00:00.000Z';
const unknownId = 'ffffffff-0000-4000-8000-000000000000';

const reasonOf = ({ status, json }: Answer): readonly unknown[] => [status, valueAt(json, 'error.details.reason')];

const secretIn = (text: string): string => /#token=(\w+)/.exec(text)?.[1] ?? expect.fail(`no link in ${text}`);

for (const [name, open] of Object.entries(eachDatabase)) {
  describe(`people and invitations, kept ${name}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({
        defaultPlan: 'free',
        open,
        ports: (ports) => ({ ...ports, mailer: undefined }),
      }));
    });
    afterEach(() => service.close());

    const call = (who: TestUser, method: string, path: string, body?: unknown): Promise<Answer> =>
      world.call(method, path, { token: who.token, body });
    const invite = (who: TestUser, email: string, role = 'DEVELOPER'): Promise<Answer> =>
      call(who, 'POST', '/organizations/acme/invitations', { email, role });
    const linkOf = (answer: Answer): string => secretIn(textAt(answer.json, 'url'));
    const accept = (who: TestUser, token: string): Promise<Answer> => call(who, 'POST', '/invitations/accept', { token });

    it('members are listed, changed and removed; who is removed is a stranger at the next request', async () => {
      const ada = await world.user('ada');
      await world.member(organization, ada, 'DEVELOPER');
      const { secret } = await world.apiToken(ada, organization, { scopes: ['org:read'] });
      const member = { user_id: ada.id, name: 'ada', email: ada.email, role: 'DEVELOPER', joined_at: madeAt };
      const members = await call(ada, 'GET', '/organizations/acme/members');
      expect(members.status).to.equal(200);
      expect(listAt(members.json, 'members')).to.have.deep.members([
        { user_id: owner.id, name: 'owner', email: owner.email, role: 'OWNER', joined_at: madeAt },
        member,
      ]);
      const first = await call(owner, 'GET', '/organizations/acme/members?limit=1');
      const cursor = encodeURIComponent(textAt(first.json, 'next_cursor'));
      const second = await call(owner, 'GET', `/organizations/acme/members?limit=1&cursor=${cursor}`);
      expect(
        new Set([...listAt(first.json, 'members'), ...listAt(second.json, 'members')].map((one) => textAt(one, 'user_id'))).size,
      ).to.equal(2);

      const path = `/organizations/acme/members/${ada.id}`;
      const changed = await call(owner, 'PATCH', path, { role: 'ADMIN' });
      expect([changed.status, changed.json]).to.deep.equal([200, { member: { ...member, role: 'ADMIN' } }]);
      expect((await call(owner, 'PATCH', path, { role: 'KING' })).status).to.equal(400);
      expect((await call(owner, 'PATCH', path, { role: 'ADMIN', extra: 1 })).status).to.equal(400);
      expect((await call(owner, 'PATCH', '/organizations/acme/members/ada', { role: 'ADMIN' })).status).to.equal(400);
      expect((await call(owner, 'PATCH', `/organizations/acme/members/${unknownId}`, { role: 'ADMIN' })).status).to.equal(404);
      expect((await call(ada, 'PATCH', `/organizations/acme/members/${owner.id}`, { role: 'VIEWER' })).status).to.equal(403);

      const removed = await call(owner, 'DELETE', path);
      expect([removed.status, removed.text]).to.deep.equal([204, '']);
      expect((await call(owner, 'DELETE', path)).status).to.equal(404);
      expect((await call(ada, 'GET', '/organizations/acme')).status).to.equal(404);
      expect((await world.call('GET', '/users/me', { token: secret })).status).to.equal(401);
    });

    it('the last OWNER stays, and leaving takes a session', async () => {
      expect(reasonOf(await call(owner, 'POST', '/organizations/acme/leave'))).to.deep.equal([409, 'last_owner']);
      const self = `/organizations/acme/members/${owner.id}`;
      expect(reasonOf(await call(owner, 'PATCH', self, { role: 'ADMIN' }))).to.deep.equal([409, 'last_owner']);
      expect(reasonOf(await call(owner, 'DELETE', self))).to.deep.equal([409, 'last_owner']);
      const ada = await world.user('ada');
      await world.member(organization, ada, 'OWNER');
      const { secret } = await world.apiToken(ada, organization, { scopes: ['org:read'] });
      expect((await world.call('POST', '/organizations/acme/leave', { token: secret })).status).to.equal(403);
      expect((await call(ada, 'POST', '/organizations/acme/leave')).status).to.equal(204);
      expect((await call(ada, 'POST', '/organizations/acme/leave')).status).to.equal(404);
    });

    it('an invitation is made, listed, made anew, accepted by its link and accepted again', async () => {
      const created = await invite(owner, 'Ada@Example.test', 'ADMIN');
      expect(created.status).to.equal(201);
      const id = textAt(created.json, 'invitation.id');
      const invitation = {
        id,
        kind: 'organization',
        email: 'ada@example.test',
        role: 'ADMIN',
        status: 'PENDING',
        organization: { ...organization, name: 'Acme' },
        invited_by: { id: owner.id, name: 'owner' },
        created_at: madeAt,
        expires_at: endsAt,
      };
      const url = textAt(created.json, 'url');
      expect(created.json).to.deep.equal({ invitation, email_sent: false, url });
      expect(url.startsWith(`${service.baseUrl}/invitations/accept#token=`)).to.equal(true);
      const listed = await call(owner, 'GET', '/organizations/acme/invitations');
      expect([listed.status, listed.json]).to.deep.equal([200, { invitations: [invitation] }]);
      const renewed = await call(owner, 'POST', `/organizations/acme/invitations/${id}/link`);
      expect([renewed.status, valueAt(renewed.json, 'invitation')]).to.deep.equal([200, invitation]);

      const grace = await world.user('grace');
      expect((await accept(grace, linkOf(created))).status).to.equal(404);
      const accepted = await accept(grace, linkOf(renewed));
      const acceptedInvitation = { ...invitation, status: 'ACCEPTED', accepted_at: madeAt };
      expect([accepted.status, accepted.json]).to.deep.equal([200, { invitation: acceptedInvitation }]);
      expect((await accept(grace, linkOf(renewed))).json).to.deep.equal(accepted.json);
      expect(textAt((await call(grace, 'GET', '/users/me')).json, 'organizations.0.role')).to.equal('ADMIN');
      expect((await accept(await world.user('eve'), linkOf(renewed))).status).to.equal(404);
      expect((await call(owner, 'GET', '/organizations/acme/invitations')).json).to.deep.equal({ invitations: [] });
      expect((await call(owner, 'POST', `/organizations/acme/invitations/${id}/link`)).status).to.equal(404);
    });

    it('an invitation waits for the verified address, and is accepted by its id; a revoked one is not', async () => {
      const ada = await world.user('ada');
      const id = textAt((await invite(owner, ada.email)).json, 'invitation.id');
      const waiting = await call(ada, 'GET', '/users/me/invitations');
      expect(listAt(waiting.json, 'invitations').map((one) => textAt(one, 'id'))).to.deep.equal([id]);
      const grace = await world.user('grace');
      expect((await call(grace, 'GET', '/users/me/invitations')).json).to.deep.equal({ invitations: [] });
      expect((await call(grace, 'POST', `/invitations/${id}/accept`)).status).to.equal(404);
      expect((await call(ada, 'POST', `/invitations/${id}/accept`)).status).to.equal(200);
      expect((await call(ada, 'POST', `/invitations/${id}/accept`)).status).to.equal(200);

      const other = await invite(owner, grace.email);
      const path = `/organizations/acme/invitations/${textAt(other.json, 'invitation.id')}`;
      expect((await call(owner, 'DELETE', path)).status).to.equal(204);
      expect((await call(owner, 'DELETE', path)).status).to.equal(404);
      expect((await accept(grace, linkOf(other))).status).to.equal(404);
      expect((await call(grace, 'POST', `/invitations/${textAt(other.json, 'invitation.id')}/accept`)).status).to.equal(404);
    });

    it('an invitation is over after seven days', async () => {
      const ada = await world.user('ada');
      const created = await invite(owner, ada.email);
      service.clock.advance(7 * 86_400_000);
      expect((await accept(ada, linkOf(created))).status).to.equal(404);
      expect((await call(ada, 'POST', `/invitations/${textAt(created.json, 'invitation.id')}/accept`)).status).to.equal(404);
      expect((await call(ada, 'GET', '/users/me/invitations')).json).to.deep.equal({ invitations: [] });
      const listed = await call(owner, 'GET', '/organizations/acme/invitations');
      expect(textAt(listed.json, 'invitations.0.status')).to.equal('EXPIRED');
    });

    it('what cannot be invited is refused: bad requests, conflicts, a full plan, more than an ADMIN may give', async () => {
      for (const body of [
        {},
        { email: 'ada@example.test' },
        { email: 'ada', role: 'VIEWER' },
        { email: 'a@b.c, d@e.f', role: 'VIEWER' },
        { email: 'ada@example.test', role: 'viewer' },
        { email: 'ada@example.test', role: 'VIEWER', level: 'READ' },
        { email: 'x'.repeat(255), role: 'VIEWER' },
      ]) {
        expect((await call(owner, 'POST', '/organizations/acme/invitations', body)).status, JSON.stringify(body)).to.equal(400);
      }
      const admin = await world.user('admin');
      await world.member(organization, admin, 'ADMIN');
      expect((await invite(admin, 'ada@example.test', 'OWNER')).status).to.equal(403);
      const pending = [await invite(owner, 'ada@example.test', 'OWNER'), await invite(owner, 'grace@example.test')];
      expect(reasonOf(await invite(owner, 'ADA@example.test'))).to.deep.equal([409, 'already_invited']);
      expect(reasonOf(await invite(owner, admin.email))).to.deep.equal([409, 'already_member']);
      const renewing = `/organizations/acme/invitations/${textAt(pending[0]?.json, 'invitation.id')}/link`;
      expect((await call(admin, 'POST', renewing)).status).to.equal(403);

      const [ada, grace] = [await world.user('ada'), await world.user('grace')];
      expect((await accept(ada, linkOf(pending[0] ?? expect.fail()))).status).to.equal(200);
      expect(reasonOf(await accept(ada, linkOf(pending[1] ?? expect.fail())))).to.deep.equal([409, 'already_member']);
      const full = { code: 'quota_exceeded', details: { reason: 'max_members', limit: 3, current: 3 } };
      for (const answer of [await accept(grace, linkOf(pending[1] ?? expect.fail())), await invite(owner, 'more@example.test')]) {
        expect(answer.status).to.equal(402);
        expect(valueAt(answer.json, 'error')).to.deep.include(full);
      }
    });

    it('of ten who accept at once on the last place one gets it', async () => {
      await world.member(organization, await world.user('second'), 'VIEWER');
      const guests = [];
      for (let index = 0; index < 10; index += 1) {
        const user = await world.user(`guest${index}`);
        guests.push({ user, token: linkOf(await invite(owner, user.email)) });
      }
      const answers = await Promise.all(guests.map(({ user, token }) => accept(user, token)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 9 }, () => 402)]);
      expect(listAt((await call(owner, 'GET', '/organizations/acme/members')).json, 'members')).to.have.length(3);
    });

    it('one link that ten people use at once lets one of them in', async () => {
      const token = linkOf(await invite(owner, 'ada@example.test'));
      const guests = [];
      for (let index = 0; index < 10; index += 1) guests.push(await world.user(`guest${index}`));
      const answers = await Promise.all(guests.map((user) => accept(user, token)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 9 }, () => 404)]);
      expect(listAt((await call(owner, 'GET', '/organizations/acme/members')).json, 'members')).to.have.length(2);
    });

    it('of two owners who leave at once one stays', async () => {
      const other = await world.user('other');
      await world.member(organization, other, 'OWNER');
      const answers = await Promise.all([owner, other].map((who) => call(who, 'POST', '/organizations/acme/leave')));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 409]);
    });

    it('an outsider is invited to one repository, works there, and sees it among what is shared', async () => {
      const repository = await world.repository(owner, organization, { name: 'Models' });
      const path = `/repositories/${repository}/invitations`;
      const ada = await world.user('ada');
      for (const level of ['NONE', 'read', undefined]) {
        expect((await call(owner, 'POST', path, { email: ada.email, level })).status).to.equal(400);
      }
      const created = await call(owner, 'POST', path, { email: ada.email, level: 'WRITE' });
      expect(created.status).to.equal(201);
      const shown = valueAt(created.json, 'invitation');
      expect(shown).to.deep.include({
        kind: 'repository',
        level: 'WRITE',
        repository: { id: repository, name: 'Models', slug: 'models' },
        organization: { ...organization, name: 'Acme' },
      });
      expect(reasonOf(await call(owner, 'POST', path, { email: ada.email, level: 'READ' }))).to.deep.equal([
        409,
        'already_invited',
      ]);
      expect(listAt((await call(owner, 'GET', path)).json, 'invitations')).to.deep.equal([shown]);
      expect(listAt((await call(ada, 'GET', '/users/me/invitations')).json, 'invitations')).to.deep.equal([shown]);
      expect((await call(owner, 'GET', '/organizations/acme/invitations')).json).to.deep.equal({ invitations: [] });
      expect((await call(ada, 'GET', `/repositories/${repository}`)).status).to.equal(404);
      expect((await accept(ada, linkOf(created))).status).to.equal(200);
      expect((await call(ada, 'GET', `/repositories/${repository}`)).status).to.equal(200);
      expect((await call(ada, 'POST', `/repositories/${repository}/uploads`)).status).to.equal(201);
      expect((await call(ada, 'GET', '/organizations/acme')).status).to.equal(404);
      expect((await call(ada, 'GET', path)).status).to.equal(403);
      expect(reasonOf(await call(owner, 'POST', path, { email: ada.email, level: 'READ' }))).to.deep.equal([
        409,
        'already_member',
      ]);
      const shared = await call(ada, 'GET', '/users/me/shared-repositories');
      expect(shared.status).to.equal(200);
      expect(listAt(shared.json, 'repositories')).to.have.length(1);
      expect(listAt(shared.json, 'repositories')[0]).to.deep.include({
        id: repository,
        level: 'WRITE',
        shared_at: madeAt,
        organization: { ...organization, name: 'Acme' },
      });
      expect((await call(owner, 'GET', '/users/me/shared-repositories')).json).to.deep.equal({ repositories: [] });

      const other = await call(owner, 'POST', path, { email: 'grace@example.test', level: 'READ' });
      const revoking = `${path}/${textAt(other.json, 'invitation.id')}`;
      expect((await call(owner, 'DELETE', revoking)).status).to.equal(204);
      expect((await call(owner, 'DELETE', revoking)).status).to.equal(404);
    });

    it('a guest who manages one repository does not rob its owners of it', async () => {
      const repository = await world.repository(owner, organization, { name: 'Models' });
      const members = `/repositories/${repository}/members`;
      const admin = await world.user('admin');
      await world.member(organization, admin, 'ADMIN');
      const guest = await world.user('guest');
      const invited = await call(owner, 'POST', `/repositories/${repository}/invitations`, {
        email: 'guest@example.test',
        level: 'ADMIN',
      });
      expect((await accept(guest, linkOf(invited))).status).to.equal(200);
      expect((await call(guest, 'GET', members)).status).to.equal(200);
      for (const level of ['NONE', 'READ', 'WRITE', 'MAINTAIN']) {
        expect(reasonOf(await call(guest, 'POST', members, { user_id: owner.id, level }))).to.deep.equal([400, 'owner']);
        expect((await call(guest, 'POST', members, { user_id: admin.id, level })).status).to.equal(403);
      }
      expect((await call(owner, 'POST', members, { user_id: admin.id, level: 'NONE' })).status).to.equal(201);
      expect((await call(guest, 'DELETE', `${members}/${admin.id}`)).status).to.equal(403);
      expect((await call(admin, 'GET', `/repositories/${repository}`)).status).to.equal(404);
      expect((await call(owner, 'DELETE', `${members}/${admin.id}`)).status).to.equal(204);
      for (const who of [owner, admin]) expect((await call(who, 'GET', members)).status).to.equal(200);
    });

    it('nothing of it is reached by a token, and a wrong secret is a 404 like any other', async () => {
      const { secret } = await world.apiToken(owner, organization, { scopes: ['repo:admin', 'org:read'] });
      for (const [method, path, body] of [
        ['GET', '/users/me/invitations', undefined],
        ['GET', '/users/me/shared-repositories', undefined],
        ['POST', '/invitations/accept', { token: 'x' }],
        ['POST', `/invitations/${unknownId}/accept`, undefined],
      ] as const) {
        expect((await world.call(method, path, { token: secret, body })).status, path).to.equal(403);
        expect((await world.call(method, path, { body })).status, path).to.equal(401);
      }
      const created = await invite(owner, 'ada@example.test');
      for (const token of ['', 'x', 'svc_inv_x', linkOf(created).slice(0, -1)]) {
        expect((await accept(owner, token)).status).to.equal(404);
      }
      expect((await accept(owner, 'x'.repeat(201))).status).to.equal(400);
    });

    it('no answer and no log line but the one to the inviter has a link in it', async () => {
      const created = await invite(owner, 'ada@example.test');
      const ada = await world.user('ada');
      const token = linkOf(created);
      const answers = [
        await call(owner, 'GET', '/organizations/acme/invitations'),
        await call(ada, 'GET', '/users/me/invitations'),
        await accept(ada, token),
        await accept(ada, token),
      ];
      for (const { text } of answers) expect(text).to.not.include(token);
      expect(JSON.stringify(service.answered)).to.not.include(token);
    });
  });
}

describe('the mails of invitations over HTTP', () => {
  const mailer = createMemoryMailer();
  let service: TestService;
  let world: World;
  let owner: TestUser;
  beforeEach(async () => {
    ({ service, world, owner } = await startAcme({ ports: (ports) => ({ ...ports, mailer }) }));
  });
  afterEach(() => service.close());

  const invite = (email: string): Promise<Answer> =>
    world.call('POST', '/organizations/acme/invitations', { token: owner.token, body: { email, role: 'VIEWER' } });

  it('carry the link, which the answer then does not', async () => {
    const { status, json, text } = await invite('ada@example.test');
    expect([status, valueAt(json, 'email_sent'), valueAt(json, 'url')]).to.deep.equal([201, true, undefined]);
    const token = secretIn(mailer.sent.at(-1)?.text ?? '');
    expect(text).to.not.include(token);
    const ada = await world.user('ada');
    expect((await world.call('POST', '/invitations/accept', { token: ada.token, body: { token } })).status).to.equal(200);
  });

  it('that cannot be sent leave an invitation whose link the inviter can make anew', async () => {
    mailer.setDown(true);
    const { status, json } = await invite('ada@example.test');
    mailer.setDown(false);
    expect([status, valueAt(json, 'email_sent'), valueAt(json, 'url')]).to.deep.equal([201, false, undefined]);
    const path = `/organizations/acme/invitations/${textAt(json, 'invitation.id')}/link`;
    const renewed = await world.call('POST', path, { token: owner.token });
    expect(secretIn(textAt(renewed.json, 'url'))).to.match(/^svc_inv_/);
  });

  it('go without a mail to an address that has got enough of them, and are throttled for one organization', async () => {
    for (let sent = 0; sent < 5; sent += 1) {
      const { status, json } = await invite('ada@example.test');
      expect(status).to.equal(201);
      const path = `/organizations/acme/invitations/${textAt(json, 'invitation.id')}`;
      await world.call('DELETE', path, { token: owner.token });
    }
    const { status, json } = await invite('ada@example.test');
    expect([status, valueAt(json, 'email_sent'), valueAt(json, 'url')]).to.deep.equal([201, false, undefined]);
    for (let sent = 5; sent < 100; sent += 1) expect((await invite(`user${sent}@example.test`)).status).to.equal(201);
    const refused = await invite('grace@example.test');
    expect(reasonOf(refused)).to.deep.equal([429, 'invitation_mails']);
    expect(refused.headers['retry-after']).to.equal('86400');
  });
});
