import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { DAY_MS, stagingKey } from '../../../src/model/values/index.js';
import { createWorld, errorOf, objectOf, valueOf, withRepository } from '../../builders/world.js';

const origin = { address: '192.0.2.9', userAgent: 'git-lfs/3.3.0' };
const right = objectOf('right');
const mismatch = { kind: 'conflict', reason: 'size_mismatch' };

const setting = async () => {
  const world = createWorld();
  const made = await withRepository(world);
  const { repositoryId } = made.push.repository;
  const begin = async (push = made.push, sizeBytes = right.sizeBytes) => {
    const { verifyToken = '' } = valueOf(await world.application.lfs.batchUpload(push, [{ ...right, sizeBytes }]));
    const link = valueOf(await world.application.authorize.verifyLink(repositoryId, verifyToken, origin));
    return { link, verify: (size: number) => world.application.lfs.verify(link, { oid: right.oid, sizeBytes: size }) };
  };
  const send = async (push = made.push) => {
    const session = valueOf(
      await world.unitOfWork.read(({ uploads }) => uploads.findOpenLfs(repositoryId, push.caller.userId, world.clock.now())),
    );
    if (session === undefined) throw new Error('there is a session');
    await world.put(stagingKey(made.repository.namespace, session.id, right.oid), 'right');
  };
  return { world, ...made, begin, send };
};

const wrongSizes = [0, right.sizeBytes - 1, right.sizeBytes + 1];

describe('the size that a client verifies', () => {
  it('is that of the staged object, also before its bytes have come', async () => {
    const { begin, send } = await setting();
    const { verify } = await begin();
    for (const size of wrongSizes) expect(errorOf(await verify(size))).to.deep.equal(mismatch);
    await send();
    for (const size of wrongSizes) expect(errorOf(await verify(size))).to.deep.equal(mismatch);
    valueOf(await verify(right.sizeBytes));
  });

  it('is that of the stored object, once it is stored', async () => {
    const { begin, send } = await setting();
    const { verify } = await begin();
    await send();
    valueOf(await verify(right.sizeBytes));
    for (const size of wrongSizes) expect(errorOf(await verify(size))).to.deep.equal(mismatch);
    valueOf(await verify(right.sizeBytes));
  });

  it('is that of the object that somebody else has stored, whatever this session has asked for and still holds', async () => {
    const { world, repository, begin, send } = await setting();
    const colleague = await world.addMember('colleague@acme.test', 'acme', 'DEVELOPER');
    const theirs = await world.grant(colleague, repository.id, 'repository.push');
    const declaredWrongly = await begin(undefined, 601);
    const { verify } = await begin(theirs);
    await send(theirs);
    valueOf(await verify(right.sizeBytes));
    expect(errorOf(await declaredWrongly.verify(601))).to.deep.equal(mismatch);
    valueOf(await declaredWrongly.verify(right.sizeBytes));
  });

  it('is that of the stored object when the session has gone', async () => {
    const { world, begin, send } = await setting();
    const { verify } = await begin();
    await send();
    valueOf(await verify(right.sizeBytes));
    world.clock.advance(30 * DAY_MS);
    valueOf(await world.application.maintenance.sweep());
    for (const size of wrongSizes) expect(errorOf(await verify(size))).to.deep.equal(mismatch);
    valueOf(await verify(right.sizeBytes));
  });

  it('is that of the bytes, also where another one is declared and verified while they are looked through', async () => {
    const { world, push, begin, send } = await setting();
    const goOn: (() => void)[] = [];
    const slow: typeof world.blobs = {
      ...world.blobs,
      promote: (from, to, expected) => {
        const turn = new Promise<void>((resolve) => goOn.push(resolve));
        return ResultAsync.fromSafePromise(turn).andThen(() => world.blobs.promote(from, to, expected));
      },
    };
    const { lfs } = createApplication({ ...world.ports, blobs: slow });
    const answers = [];
    for (const [at, sizeBytes] of [right.sizeBytes, right.sizeBytes + 1].entries()) {
      const { link } = await begin(undefined, sizeBytes);
      if (at === 0) await send();
      answers.push(lfs.verify(link, { oid: right.oid, sizeBytes }));
      for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    goOn.forEach((go) => go());
    const [, latter] = await Promise.all(answers);
    expect(latter && errorOf(latter)).to.deep.equal(mismatch);
    const sizes = await world.unitOfWork.read(({ objects }) => objects.findSizes(push.repository.repositoryId, [right.oid]));
    expect([...valueOf(sizes).values()]).to.deep.equal([]);
  });
});
