import { expect } from 'chai';
import type { Granted } from '../../../src/access/grant.js';
import { GIB, HOUR_MS, MINUTE_MS, stagingKey } from '../../../src/model/values/index.js';
import { organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, errorOf, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

type Push = Granted<'repository.push'>;

const setting = async () => {
  const world = createWorld('team');
  const made = await withRepository(world);
  const { application, clock } = world;
  const { owner, organization, repository, push } = made;
  const withToken = async (name: string): Promise<Push> => {
    const create = await organizationGrant(world, owner, organization.id, 'tokens.create');
    const { secret } = valueOf(await application.tokens.create(create, { name, kind: 'CI', scopes: ['repo:write'] }));
    const caller = valueOf(await application.authenticate(secret, owner.origin));
    return world.grant(caller, repository.id, 'repository.push');
  };
  const batch = async (grant: Push, ...texts: readonly string[]) =>
    valueOf(await application.lfs.batchUpload(grant, texts.map(objectOf)));
  const sessionOf = async (grant: Push) => {
    const found = await world.unitOfWork.read(({ uploads }) =>
      uploads.findOpenLfs(repository.id, grant.caller.userId, clock.now()),
    );
    return valueOf(found)?.id;
  };
  const pushes = () => world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'repository.push');
  const tokens = () => pushes().map(({ actorTokenId }) => actorTokenId);
  return { world, push, organization, repository, withToken, batch, sessionOf, pushes, tokens };
};

const tokenOf = ({ caller: { credential } }: Push) => (credential.kind === 'token' ? credential.tokenId : undefined);

describe('the audit log of Git LFS', () => {
  it('tells of each credential that pushes into a session, once for all its batches', async () => {
    const { push, repository, withToken, batch, sessionOf, pushes, tokens } = await setting();
    const [one, other] = [await withToken('one'), await withToken('other')];
    for (let number = 0; number < 3; number += 1) {
      for (const grant of [one, other, push]) await batch(grant, `object ${number} of ${tokenOf(grant)}`);
    }
    expect(tokens()).to.deep.equal([tokenOf(one), tokenOf(other), undefined]);
    const { userId, origin } = push.caller;
    for (const event of pushes()) {
      expect(event).to.include({ actorId: userId, target: repository.id, ...origin });
      expect(event.details).to.deep.equal({ session_id: await sessionOf(push) });
    }
  });

  it('tells of another credential that asks for the same objects', async () => {
    const { push, withToken, batch, tokens } = await setting();
    const ci = await withToken('ci');
    for (const grant of [push, push, ci, ci]) await batch(grant, 'same');
    expect(tokens()).to.deep.equal([undefined, tokenOf(ci)]);
  });

  it('tells of it again after an hour, and in another session', async () => {
    const { world, push, batch, sessionOf, pushes } = await setting();
    await batch(push, 'same');
    const first = await sessionOf(push);
    world.clock.advance(HOUR_MS);
    await batch(push, 'same');
    expect(pushes()).to.have.length(1);
    world.clock.advance(1);
    await batch(push, 'same');
    expect(pushes()).to.have.length(2);
    expect(await sessionOf(push)).to.equal(first);
    for (let hour = 0; hour < 22; hour += 1) {
      world.clock.advance(HOUR_MS);
      await batch(push, `${hour}`);
    }
    world.clock.advance(50 * MINUTE_MS);
    await batch(push, 'last of the first');
    expect(await sessionOf(push)).to.equal(first);
    const before = pushes().length;
    world.clock.advance(10 * MINUTE_MS);
    await batch(push, 'first of the next');
    expect(await sessionOf(push)).to.not.equal(first);
    expect(pushes()).to.have.length(before + 1);
  });

  it('tells nothing more when objects are registered, by a link or by a download', async () => {
    const { world, push, repository, batch, sessionOf, pushes } = await setting();
    const { verifyToken = '' } = await batch(push, 'verified', 'found');
    const session = await sessionOf(push);
    if (session === undefined) throw new Error('no LFS session');
    for (const text of ['verified', 'found']) await world.put(stagingKey(repository.namespace, session, oidOf(text)), text);
    const link = valueOf(await world.application.authorize.verifyLink(repository.id, verifyToken, push.caller.origin));
    valueOf(await world.application.lfs.verify(link, objectOf('verified')));
    valueOf(await world.application.lfs.batchDownload(push, [objectOf('found')]));
    expect(pushes()).to.have.length(1);
  });

  it('tells nothing of a batch that is refused, or that asks for what is there', async () => {
    const { world, push, organization, repository, batch, sessionOf, pushes } = await setting();
    valueOf(await world.application.operator.setPlan({ organization: organization.slug, planId: 'free' }));
    const poor = await world.grant(push.caller, repository.id, 'repository.push');
    const large = ['a', 'b', 'c'].map((text) => ({ oid: oidOf(text), sizeBytes: 4 * GIB }));
    expect(errorOf(await world.application.lfs.batchUpload(poor, large))).to.include({ reason: 'storage_quota' });
    expect(await sessionOf(push)).to.equal(undefined);
    expect(pushes()).to.deep.equal([]);
    const { verifyToken = '' } = await batch(push, 'there');
    const session = await sessionOf(push);
    if (session === undefined) throw new Error('no LFS session');
    await world.put(stagingKey(repository.namespace, session, oidOf('there')), 'there');
    const link = valueOf(await world.application.authorize.verifyLink(repository.id, verifyToken, push.caller.origin));
    valueOf(await world.application.lfs.verify(link, objectOf('there')));
    world.clock.advance(2 * HOUR_MS);
    expect((await batch(push, 'there')).entries[0]?.kind).to.equal('stored');
    expect(pushes()).to.have.length(1);
  });
});
