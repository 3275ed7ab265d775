import { textAt } from '../support/request.js';
import type { Scene } from './scene.js';

const acme = '/api/v1/organizations/acme';

/** Users, an organization, its members, invitations, tokens and its settings. */
export const playPeople = async ({ play, world, owner, organization }: Scene): Promise<void> => {
  const { token } = owner;
  await play(200, 'GET', '/readyz');
  await play(200, 'GET', '/healthz');
  await play(200, 'GET', '/metrics');
  await play(200, 'GET', '/downloads/svc-agent.tgz');
  await play(200, 'GET', '/api/v1/plans');
  await play(200, 'GET', '/api/v1/users/me', { token });
  await play(401, 'GET', '/api/v1/users/me');
  await play(200, 'PATCH', '/api/v1/users/me', { token, body: { name: 'Olivia Owner' } });
  await play(201, 'POST', '/api/v1/auth/session', { token });
  const listed = await play(200, 'GET', '/api/v1/users/me/sessions', { token });
  await play(204, 'DELETE', `/api/v1/users/me/sessions/${textAt(listed.json, 'sessions.1.id')}`, { token });
  await play(204, 'DELETE', '/api/v1/users/me/sessions', { token });
  await play(201, 'POST', '/api/v1/organizations', { token, body: { name: 'Bees', slug: 'bees' } });
  await play(409, 'POST', '/api/v1/organizations', { token, body: { name: 'Bees', slug: 'bees' } });
  await play(400, 'POST', '/api/v1/organizations', { token, body: {} });
  await play(200, 'GET', '/api/v1/organizations', { token });
  await play(200, 'GET', acme, { token });
  await play(404, 'GET', '/api/v1/organizations/nobody', { token });
  await play(200, 'PATCH', acme, { token, body: { name: 'Acme Models' } });

  const [ada, bob, eve] = [await world.user('ada'), await world.user('bob'), await world.user('eve')];
  await world.member(organization, ada, 'DEVELOPER');
  await world.member(organization, bob, 'VIEWER');
  await play(200, 'GET', `${acme}/members`, { token });
  await play(200, 'PATCH', `${acme}/members/${ada.id}`, { token, body: { role: 'ADMIN' } });
  await play(403, 'DELETE', acme, { token: bob.token });
  await play(409, 'DELETE', `${acme}/members/${owner.id}`, { token });
  await play(204, 'POST', `${acme}/leave`, { token: bob.token });

  const invite = { email: eve.email, role: 'VIEWER' };
  const sent = await play(201, 'POST', `${acme}/invitations`, { token, body: invite });
  await play(200, 'GET', `${acme}/invitations`, { token });
  await play(200, 'GET', '/api/v1/users/me/invitations', { token: eve.token });
  const renewed = await play(200, 'POST', `${acme}/invitations/${textAt(sent.json, 'invitation.id')}/link`, { token });
  const secret = textAt(renewed.json, 'url').split(/[#=/]/).at(-1) ?? '';
  await play(200, 'POST', '/api/v1/invitations/accept', { token: eve.token, body: { token: secret } });
  const second = await play(201, 'POST', `${acme}/invitations`, { token, body: { email: bob.email, role: 'VIEWER' } });
  await play(200, 'POST', `/api/v1/invitations/${textAt(second.json, 'invitation.id')}/accept`, { token: bob.token });

  await play(201, 'POST', `${acme}/tokens`, { token, body: { name: 'CI', kind: 'CI', scopes: ['repo:read'] } });
  await play(200, 'GET', `${acme}/tokens`, { token });
  await play(200, 'GET', `${acme}/audit`, { token });
};
