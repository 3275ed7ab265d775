import { expect } from 'chai';
import { createApplication } from '../../../src/application.js';
import { createWorld, slug, valueOf, withRepository, type World } from '../../builders/world.js';

const url = 'https://hooks.test/';

/** Another process of the same service: it looks at what is pending, and before it takes any of that somebody else does something. */
const overtaken = ({ ports, unitOfWork }: World, act: () => Promise<void>) => {
  let isOvertaken = false;
  const raced: typeof unitOfWork = {
    ...unitOfWork,
    transact: (work) => {
      if (isOvertaken) return unitOfWork.transact(work);
      isOvertaken = true;
      return unitOfWork.read(act).andThen(() => unitOfWork.transact(work));
    },
  };
  return createApplication({ ...ports, unitOfWork: raced });
};

const setting = async () => {
  const world = createWorld();
  const { application, webhookSender } = world;
  const { owner } = await withRepository(world);
  const manage = valueOf(await application.authorize.organization(owner, slug('acme'), 'organization.update'));
  const create = valueOf(await application.authorize.organization(owner, slug('acme'), 'repositories.create'));
  while (valueOf(await application.webhooks.fanOut()) > 0);
  webhookSender.listen(url);
  valueOf(await application.webhooks.create(manage, { url, events: ['repository.created'] }));
  const happen = async (name: string): Promise<void> => {
    valueOf(await application.repositories.create(create, { name }));
  };
  /** Everything that is due, by this process. */
  const deliverAll = async (): Promise<void> => {
    for (;;) {
      const lease = valueOf(await application.webhooks.leaseWebhook());
      if (lease === undefined) return;
      valueOf(await application.webhooks.deliver(lease));
    }
  };
  const heard = (): readonly string[] =>
    webhookSender.sent.map(({ body }) => /"slug":"([^"]*)"/.exec(body)?.[1] ?? body).toSorted();
  return { world, application, happen, deliverAll, heard };
};

describe('an event that two processes have seen pending', () => {
  it('is handed on by one of them', async () => {
    const { world, application, happen, deliverAll, heard } = await setting();
    for (const name of ['one', 'two', 'three']) await happen(name);
    const other = overtaken(world, async () => {
      expect(valueOf(await application.webhooks.fanOut())).to.equal(3);
    });
    expect(valueOf(await other.webhooks.fanOut()), 'of what is left').to.equal(0);
    await deliverAll();
    expect(heard()).to.deep.equal(['one', 'three', 'two']);
  });

  it('is handed on by the other one when that has seen more of them', async () => {
    const { world, application, happen, deliverAll, heard } = await setting();
    await happen('first');
    const other = overtaken(world, async () => {
      await happen('second');
      expect(valueOf(await application.webhooks.fanOut())).to.equal(2);
      await happen('third');
    });
    expect(valueOf(await other.webhooks.fanOut())).to.equal(0);
    expect(valueOf(await other.webhooks.fanOut())).to.equal(1);
    await deliverAll();
    expect(heard()).to.deep.equal(['first', 'second', 'third']);
  });

  it('is handed on once by those who look at the same time', async () => {
    const { world, application, happen, deliverAll, heard } = await setting();
    for (const name of ['one', 'two', 'three']) await happen(name);
    const processes = [application, ...Array.from({ length: 9 }, () => createApplication(world.ports))];
    const counts = await Promise.all(processes.map(async ({ webhooks }) => valueOf(await webhooks.fanOut())));
    expect(counts.reduce((sum, count) => sum + count)).to.equal(3);
    await deliverAll();
    expect(heard()).to.deep.equal(['one', 'three', 'two']);
  });
});

describe('a delivery that two processes have seen due', () => {
  it('is begun by one of them', async () => {
    const { world, application, happen, heard } = await setting();
    await happen('one');
    valueOf(await application.webhooks.fanOut());
    const leases: unknown[] = [];
    const other = overtaken(world, async () => {
      const lease = valueOf(await application.webhooks.leaseWebhook());
      leases.push(lease);
      if (lease !== undefined) valueOf(await application.webhooks.deliver(lease));
    });
    leases.push(valueOf(await other.webhooks.leaseWebhook()));
    expect(leases.map((lease) => lease !== undefined)).to.deep.equal([true, false]);
    expect(heard()).to.deep.equal(['one']);
  });
});
