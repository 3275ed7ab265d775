import { expect } from 'chai';
import { createApplication } from '../../src/application.js';
import { DAY_MS } from '../../src/model/values/index.js';
import { createRepository, organizationGrant } from '../builders/organization-setting.js';
import { verifyLinkSetting as setting } from '../builders/verify-links.js';
import { errorOf, valueOf } from '../builders/world.js';

const refused = { kind: 'forbidden', reason: 'invalid_signature' };
/** Only who has a genuine link hears that its token is gone. */
const ended = { kind: 'forbidden', reason: 'token_ended' };

const partsOf = (link: string) => {
  const [session = '', token = '', key = '', mac = ''] = link.split('.');
  return { session, token, key, mac };
};

type Parts = ReturnType<typeof partsOf>;
const joined = ({ session, token, key, mac }: Parts): string => [session, token, key, mac].join('.');

describe('a verify link', () => {
  it('that is put together from parts of genuine links is refused, unless it is one of them', async () => {
    const { world, owner, newToken, linkOf, follow } = await setting();
    const colleague = await world.addMember('colleague@acme.test', 'acme', 'DEVELOPER');
    const [one, other] = [await newToken(), await newToken(1)];
    const links: string[] = [];
    for (const caller of [one.caller, other.caller, owner, colleague]) {
      links.push(await linkOf(caller, `of ${caller.userName}`));
      // A session of uploads that is another one.
      world.clock.advance(DAY_MS / 2);
      links.push(await linkOf(caller, `later of ${caller.userName}`));
    }
    world.clock.advance(DAY_MS);
    const genuine = new Set(links);
    const tokens = new Set(links.map((link) => partsOf(link).token));
    expect(tokens, 'two tokens, and none').to.deep.equal(new Set([one.id, other.id, '-']));
    expect(errorOf(await follow(await linkOf(other.caller, 'made late')))).to.deep.equal(ended);
    for (const { session } of links.map(partsOf)) {
      for (const token of tokens) {
        for (const { mac, key } of links.map(partsOf)) {
          const link = joined({ session, token, key, mac });
          const answer = await follow(link);
          const isGood = genuine.has(link) && token !== other.id;
          expect(answer.isOk(), link).to.equal(isGood);
          if (answer.isErr()) expect(answer.error, link).to.deep.equal(genuine.has(link) ? ended : refused);
        }
      }
    }
  });

  it('is refused when its token is swapped for none, for one that lives, for one that is expired and for one that is revoked', async () => {
    const { world, owner, organization, newToken, linkOf, follow } = await setting();
    const [leaked, live, expired, revoked] = [await newToken(), await newToken(), await newToken(1), await newToken()];
    const parts = partsOf(await linkOf(leaked.caller, 'leaked'));
    world.clock.advance(DAY_MS);
    const revoking = await organizationGrant(world, owner, organization.id, 'tokens.revoke');
    valueOf(await world.application.tokens.revoke(revoking, revoked.id));
    valueOf(await follow(joined(parts)));
    for (const token of ['-', live.id, expired.id, revoked.id, owner.userId, parts.session]) {
      expect(errorOf(await follow(joined({ ...parts, token }))), token).to.deep.equal(refused);
    }
  });

  it('that has lost its token by revocation does not live on without it', async () => {
    const { world, owner, organization, newToken, linkOf, follow } = await setting();
    const [leaked, live] = [await newToken(), await newToken()];
    const parts = partsOf(await linkOf(leaked.caller, 'leaked'));
    const revoking = await organizationGrant(world, owner, organization.id, 'tokens.revoke');
    valueOf(await world.application.tokens.revoke(revoking, leaked.id));
    expect(errorOf(await follow(joined(parts)))).to.deep.equal(ended);
    for (const token of ['-', live.id]) {
      expect(errorOf(await follow(joined({ ...parts, token }))), token).to.deep.equal(refused);
    }
  });

  it('is refused at another repository of the same people, with every session and token that is good there', async () => {
    const { world, owner, organization, repository, linkOf, follow } = await setting();
    const other = await createRepository(world, owner, organization.id, { name: 'Other' });
    const [here, there] = [await linkOf(owner, 'a'), await linkOf(owner, 'a', other.id)];
    valueOf(await follow(here, repository.id));
    valueOf(await follow(there, other.id));
    const [ours, theirs] = [partsOf(here), partsOf(there)];
    for (const link of [here, joined({ ...theirs, mac: ours.mac })])
      expect(errorOf(await follow(link, other.id))).to.deep.equal(refused);
    for (const link of [there, joined({ ...ours, mac: theirs.mac })])
      expect(errorOf(await follow(link, repository.id))).to.deep.equal(refused);
  });

  it('is refused when it names another key, or says more than it did', async () => {
    const { world, origin, owner, linkOf, repository } = await setting();
    const link = await linkOf(owner, 'a');
    const parts = partsOf(link);
    const [key = expect.fail('there is a key')] = world.ports.settings.linkKeys;
    const added = { id: 'k2', secret: new Uint8Array(32).fill(9) };
    const rotated = createApplication({ ...world.ports, settings: { ...world.ports.settings, linkKeys: [added, key] } });
    valueOf(await rotated.authorize.verifyLink(repository.id, link, origin));
    const altered = [
      joined({ ...parts, key: 'k2' }),
      joined({ ...parts, key: 'k3' }),
      joined({ ...parts, key: '' }),
      `${link}.`,
      `${link}.${parts.mac}`,
      `${parts.session}.${link}`,
      link.slice(0, link.lastIndexOf('.')),
      `${parts.session}..${parts.key}.${parts.mac}`,
      `${parts.session}.${parts.key}.${parts.mac}`,
    ];
    for (const text of altered)
      expect(errorOf(await rotated.authorize.verifyLink(repository.id, text, origin)), text).to.deep.equal(refused);
  });
});
