import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { auditTrail, createRepository, organizationGrant } from '../../builders/organization-setting.js';
import { pushTexts, uploadTexts } from '../../builders/push-texts.js';
import { createWorld, errorOf, objectOf, valueOf, withRepository } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld('team');
  const made = await withRepository(world);
  const admin = await world.grant(made.owner, made.repository.id, 'repository.admin');
  const usage = async () => valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(made.organization.id)));
  const ledger = () => world.unitOfWork.journal.ledgerEntries();
  const ledgerBytes = () => ledger().reduce((sum, { bytes }) => sum + bytes, 0);
  return { world, ...made, admin, usage, ledger, ledgerBytes };
};

describe('deleteRepository', () => {
  it("takes the repository's bytes out of the account by an entry of the ledger", async () => {
    const { world, owner, organization, repository, push, admin, usage, ledger, ledgerBytes } = await setting();
    const kept = await createRepository(world, owner, organization.id, { name: 'kept' });
    await pushTexts(world, await world.grant(owner, kept.id, 'repository.push'), 'stays');
    await pushTexts(world, push, 'one', 'three');
    expect(await usage()).to.deep.equal({ usedBytes: 13, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });

    valueOf(await world.application.repositories.remove(admin));

    expect(await usage()).to.deep.equal({ usedBytes: 5, reservedBytes: 0, reclaimableBytes: 8, byosBytes: 0 });
    expect(ledgerBytes()).to.equal(5);
    expect(ledger().at(-1)).to.deep.equal({
      organizationId: organization.id,
      repositoryId: repository.id,
      sessionId: undefined,
      storageMode: 'managed',
      reason: 'repository.deleted',
      bytes: -8,
      objects: -2,
      at: world.clock.now(),
    });
  });

  it('takes out of the account what its chunk tree has received, with objects and before there is one', async () => {
    for (const texts of [[], ['one', 'three']]) {
      const { world, organization, repository, push, admin, usage, ledger, ledgerBytes } = await setting();
      await pushTexts(world, push, ...texts);
      const objectBytes = texts.join('').length;
      const entry = { organizationId: organization.id, repositoryId: repository.id, sessionId: undefined, at: 1 };
      const received = await world.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
        await records.usage.charge({ ...entry, storageMode: 'managed', reason: 'tree.received', bytes: 100, objects: 0 });
        await records.usage.countTree(repository.id, 100);
        return ok(undefined);
      });
      valueOf(received);
      expect(await usage()).to.deep.equal({ usedBytes: 100 + objectBytes, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });

      valueOf(await world.application.repositories.remove(admin));

      const left = { usedBytes: 0, reservedBytes: 0, reclaimableBytes: 100 + objectBytes, byosBytes: 0 };
      expect(await usage()).to.deep.equal(left);
      expect(ledgerBytes()).to.equal(0);
      expect(ledger().at(-1)?.bytes).to.equal(-100 - objectBytes);
    }
  });

  it('ends its open uploads, and counts what they hold back as reclaimable', async () => {
    const { world, repository, push, admin, usage, ledgerBytes } = await setting();
    await pushTexts(world, push, 'one');
    const completed = await uploadTexts(world, push, 'completed');
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    valueOf(await world.application.uploads.authorize(push, { sessionId: session.id, objects: [objectOf('authorized')] }));
    expect(await usage()).to.deep.equal({ usedBytes: 3, reservedBytes: 19, reclaimableBytes: 0, byosBytes: 0 });

    valueOf(await world.application.repositories.remove(admin));

    expect(await usage()).to.deep.equal({ usedBytes: 0, reservedBytes: 0, reclaimableBytes: 22, byosBytes: 0 });
    expect(ledgerBytes()).to.equal(0);
    for (const sessionId of [completed, session.id]) {
      expect((await world.application.uploads.finalize(push, { sessionId })).isErr()).to.equal(true);
      const ended = await world.unitOfWork.read((queries) => queries.uploads.find(repository.id, sessionId));
      expect(valueOf(ended)?.status).to.equal('EXPIRED');
    }
    expect(await usage()).to.deep.equal({ usedBytes: 0, reservedBytes: 0, reclaimableBytes: 22, byosBytes: 0 });
  });

  it('writes no entry for a repository that holds nothing', async () => {
    const { world, admin, ledger } = await setting();
    valueOf(await world.application.repositories.remove(admin));
    expect(ledger()).to.deep.equal([]);
  });

  it('leaves the ledger equal to the usage whichever of a removal and a finalize at the same time is first', async () => {
    for (const order of ['removal first', 'finalize first'] as const) {
      const { world, push, admin, usage, ledgerBytes } = await setting();
      const sessionId = await uploadTexts(world, push, 'raced');
      const remove = () => world.application.repositories.remove(admin);
      const finalize = () => world.application.uploads.finalize(push, { sessionId });
      const [removed, finalized] =
        order === 'removal first'
          ? await Promise.all([remove(), finalize()])
          : await Promise.all([finalize(), remove()]).then(([first, second]) => [second, first] as const);
      expect(removed.isOk(), order).to.equal(true);
      expect(finalized.isOk(), order).to.equal(order === 'finalize first');
      expect(await usage(), order).to.deep.equal({ usedBytes: 0, reservedBytes: 0, reclaimableBytes: 5, byosBytes: 0 });
      expect(ledgerBytes(), order).to.equal(0);
    }
  });

  it('ends the tokens that are bound to the repository, and tells the audit log which', async () => {
    const { world, owner, organization, repository, admin } = await setting();
    const grant = await organizationGrant(world, owner, organization.id, 'tokens.create');
    const draft = { name: 'bound', kind: 'REPO', scopes: ['repo:write'], repositoryId: repository.id } as const;
    const { token, secret } = valueOf(await world.application.tokens.create(grant, draft));
    valueOf(await world.application.repositories.remove(admin));
    const told = { revoked_tokens: [token.id], revoked_token_count: 1 };
    expect(world.unitOfWork.journal.auditEvents().at(-1)?.details).to.deep.include(told);
    const refused = await world.application.authenticate(secret, owner.origin);
    expect(errorOf(refused)).to.deep.equal({ kind: 'unauthorized', reason: 'invalid_credential' });
  });

  it('is audited and told to subscribers in the same change', async () => {
    const { world, organization, repository, admin } = await setting();
    const trail = auditTrail(world);
    valueOf(await world.application.repositories.remove(admin));
    expect(trail()).to.deep.equal([`repository.delete ${repository.id}`]);
    expect(world.unitOfWork.journal.domainEvents().at(-1)).to.deep.equal({
      type: 'repository.deleted',
      organizationId: organization.id,
      repositoryId: repository.id,
      occurredAt: world.clock.now(),
      data: { slug: repository.slug },
    });
  });

  it('ends the tokens that were bound to it', async () => {
    const { world, owner, organization, repository, admin } = await setting();
    const grant = await organizationGrant(world, owner, organization.id, 'tokens.create');
    const command = { name: 'ci', kind: 'REPO', scopes: ['repo:read'], repositoryId: repository.id } as const;
    const { secret } = valueOf(await world.application.tokens.create(grant, command));
    valueOf(await world.application.repositories.remove(admin));
    const refused = await world.application.authenticate(secret, owner.origin);
    expect(errorOf(refused)).to.deep.equal({ kind: 'unauthorized', reason: 'invalid_credential' });
  });

  it('removes once what two requests remove at the same time', async () => {
    const { world, push, admin, ledger } = await setting();
    await pushTexts(world, push, 'one');
    const answers = await Promise.all([1, 2].map(() => world.application.repositories.remove(admin)));
    expect(answers.map((answer) => answer.isOk())).to.deep.equal([true, false]);
    expect(answers[1]?.isErr() === true && answers[1].error).to.deep.equal({ kind: 'not_found' });
    expect(ledger().map(({ bytes }) => bytes)).to.deep.equal([3, -3]);
  });
});
