import { expect } from 'chai';
import { ok } from 'neverthrow';
import { type QueuedMailId, trusted } from '../../src/model/values/index.js';
import { createWorld, errorOf, valueOf } from '../builders/world.js';

const mail = { to: 'ada@acme.test', subject: 'Subject', text: 'Text', html: '<p>Text</p>' };

const setUp = async () => {
  const world = createWorld();
  const queued = await world.unitOfWork.transact(async ({ mails }) => {
    await mails.add({ id: trusted<QueuedMailId>(world.ports.random.uuid()), mail, createdAt: world.clock.now() });
    return ok(undefined);
  });
  valueOf(queued);
  return { world, sendNext: () => world.application.mails.sendNext() };
};

describe('sendNextMail', () => {
  it('sends what is due and answers whether there was any', async () => {
    const { world, sendNext } = await setUp();
    expect(valueOf(await sendNext())).to.equal(true);
    expect(valueOf(await sendNext())).to.equal(false);
    expect(world.mailer.sent).to.deep.equal([mail]);
  });

  it('waits while the mail server does not answer, longer each time, and gives up in the end', async () => {
    const { world, sendNext } = await setUp();
    world.mailer.setDown(true);
    expect(errorOf(await sendNext())).to.include({ part: 'mail' });
    world.clock.advance(29_999);
    expect(valueOf(await sendNext())).to.equal(false);
    world.clock.advance(1);
    expect(errorOf(await sendNext())).to.include({ part: 'mail' });
    world.clock.advance(59_999);
    expect(valueOf(await sendNext())).to.equal(false);
    for (let attempt = 3; attempt <= 30; attempt += 1) {
      world.clock.advance(3_600_000);
      expect(errorOf(await sendNext())).to.include({ part: 'mail' });
    }
    world.clock.advance(1e9);
    expect(valueOf(await sendNext())).to.equal(false);
  });

  it('goes on with the next mail where the server refuses one, and tries that one later', async () => {
    const { world, sendNext } = await setUp();
    world.mailer.refuse(mail.to);
    expect(valueOf(await sendNext())).to.equal(true);
    expect(valueOf(await sendNext())).to.equal(false);
    world.clock.advance(30_000);
    expect(valueOf(await sendNext())).to.equal(true);
    expect(world.mailer.sent).to.deep.equal([]);
  });
});
