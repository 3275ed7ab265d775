import { expect } from 'chai';
import { grantSignedIn } from '../../../src/access/grant.js';
import { secretSha256 } from '../../../src/access/secret-sha256.js';
import { newInvitationSecret, newSessionSecret, newTokenSecret } from '../../../src/access/token-secret.js';
import { createCountedRandom } from '../../../src/memory/counted-random.js';
import type { RandomSource } from '../../../src/ports/random-source.js';
import { organizationGrant } from '../../builders/organization-setting.js';
import { peopleSetting, secretIn } from '../../builders/people.js';
import { errorOf, valueOf } from '../../builders/world.js';

const notFound = { kind: 'not_found' };

/** A source that says again what another one is going to say. */
const sayingAgain = (seed: number): readonly [RandomSource, RandomSource] => [
  createCountedRandom(seed),
  createCountedRandom(seed),
];

describe('the secret of an invitation', () => {
  it('is one that was made for an invitation: no id, no hash, no credential and no well-formed secret stands for it', async () => {
    const { world, owner, organizationId, invitations, invite, roleOf } = await peopleSetting();
    const sent = valueOf(await invite(owner, 'ada@example.org', 'ADMIN'));
    const mallory = await world.signIn('mallory@example.org');
    const creating = await organizationGrant(world, owner, organizationId, 'tokens.create');
    const { secret: token } = valueOf(
      await world.application.tokens.create(creating, { name: 'x', kind: 'CI', scopes: ['repo:write'] }),
    );
    const session = valueOf(await world.application.operator.createSession({ email: 'owner@acme.test', lifetimeMs: 1e9 }));
    const secret = secretIn(sent.url);
    const body = secret.slice('svc_inv_'.length);
    const forged = [
      sent.invitation.id,
      secretSha256(secret),
      `svc_inv_${secretSha256(secret).slice(0, 36)}`,
      token,
      session.secret,
      `svc_inv_${token.split('_').at(-1) ?? ''}`,
      `svc_inv_${session.secret.split('_').at(-1) ?? ''}`,
      `svc_ses_${body}`,
      newInvitationSecret(createCountedRandom(99)),
      ` ${secret}`,
      `${secret}\n`,
      secret.toUpperCase(),
      sent.url ?? '',
    ];
    for (const text of forged)
      expect(errorOf(await invitations.acceptByLink(grantSignedIn(mallory), text)), text).to.deep.equal(notFound);
    expect(await roleOf(mallory)).to.equal(undefined);
    expect(errorOf(await world.application.authenticate(secret, owner.origin))).to.include({ kind: 'unauthorized' });
  });

  it('with the random digits of another kind of secret is another secret, whatever its check digits say', () => {
    for (const [make, prefix] of [
      [newSessionSecret, 'svc_ses'],
      [(random: RandomSource) => newTokenSecret('CI', random), 'svc_ci'],
    ] as const) {
      const [first, second] = sayingAgain(7);
      const [own, other] = [newInvitationSecret(first), make(second)];
      expect(other.startsWith(prefix)).to.equal(true);
      expect(other.split('_').at(-1)?.slice(0, 30), 'the same digits').to.equal(own.split('_').at(-1)?.slice(0, 30));
      expect(other.slice(-6), 'other check digits').not.to.equal(own.slice(-6));
    }
  });

  it('opens no other invitation: neither that of another address nor that of another organization', async () => {
    const { world, owner, invite, acceptLink, roleOf, organizationId } = await peopleSetting();
    const [viewer, admin] = [
      valueOf(await invite(owner, 'viewer@example.org', 'VIEWER')),
      valueOf(await invite(owner, 'admin@example.org', 'ADMIN')),
    ];
    const mallory = await world.signIn('viewer@example.org');
    valueOf(await acceptLink(mallory, viewer));
    expect(await roleOf(mallory, organizationId)).to.equal('VIEWER');
    expect(errorOf(await acceptLink(mallory, admin))).to.deep.equal({ kind: 'conflict', reason: 'already_member' });
    expect(await roleOf(mallory, organizationId)).to.equal('VIEWER');
  });

  it('that was replaced by another one, or whose invitation was revoked, opens nothing', async () => {
    const { world, owner, organizationId, invitations, invite, acceptLink, roleOf } = await peopleSetting();
    const inviting = await organizationGrant(world, owner, organizationId, 'members.invite');
    const [renewed, revoked] = [valueOf(await invite(owner, 'a@example.org')), valueOf(await invite(owner, 'b@example.org'))];
    const { url } = valueOf(await invitations.renew(inviting, renewed.invitation.id));
    valueOf(await invitations.revokeOfOrganization(inviting, revoked.invitation.id));
    const ada = await world.signIn('ada@example.org');
    for (const sent of [renewed, revoked]) expect(errorOf(await acceptLink(ada, sent))).to.deep.equal(notFound);
    expect(await roleOf(ada)).to.equal(undefined);
    valueOf(await invitations.acceptByLink(grantSignedIn(ada), secretIn(url)));
    expect(await roleOf(ada)).to.equal('DEVELOPER');
  });
});
