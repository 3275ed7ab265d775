import { expect } from 'chai';
import { type Oid, stagingKey } from '../../../src/model/values/index.js';
import { createWorld, objectOf, valueOf, withRepository } from '../../builders/world.js';

const setUp = async () => {
  const world = createWorld();
  const { push } = await withRepository(world);
  const { lfs, objects, uploads } = world.application;
  const object = objectOf('content');
  const named = async (): Promise<readonly (readonly [Oid, string | undefined, string])[]> => {
    const { items } = valueOf(await objects.list(push, { sort: 'recent', page: { limit: 9 } }));
    return items.map(({ oid, name, type }) => [oid, name, type]);
  };
  return { world, push, lfs, uploads, object, named };
};

describe('the first name that comes with an object', () => {
  for (const isCompleted of [false, true]) {
    it(`is its name where its session had it ${isCompleted ? 'complete ' : ''}without one, and its type follows`, async () => {
      const { world, push, uploads, object, named } = await setUp();
      const { session } = valueOf(await uploads.open(push, {}));
      const authorize = async (...names: readonly (string | undefined)[]): Promise<void> => {
        for (const name of names)
          valueOf(await uploads.authorize(push, { sessionId: session.id, objects: [{ ...object, name }] }));
      };
      const complete = async (): Promise<void> => {
        await world.put(stagingKey(session.namespace, session.id, object.oid), 'content');
        valueOf(await uploads.complete(push, { sessionId: session.id, ...object }));
      };
      await authorize(undefined);
      if (isCompleted) await complete();
      await authorize('models/first.gguf', 'second.csv', undefined);
      if (!isCompleted) await complete();
      valueOf(await uploads.finalize(push, { sessionId: session.id }));
      expect(await named()).to.deep.equal([[object.oid, 'models/first.gguf', 'model']]);
    });
  }

  it('is its name where one request has it first without one', async () => {
    const { world, push, uploads, object, named } = await setUp();
    const { session } = valueOf(await uploads.open(push, {}));
    const objects = [object, { ...object, name: 'first.gguf' }, { ...object, name: 'second.csv' }];
    valueOf(await uploads.authorize(push, { sessionId: session.id, objects }));
    await world.put(stagingKey(session.namespace, session.id, object.oid), 'content');
    valueOf(await uploads.complete(push, { sessionId: session.id, ...object }));
    valueOf(await uploads.finalize(push, { sessionId: session.id }));
    expect(await named()).to.deep.equal([[object.oid, 'first.gguf', 'model']]);
  });

  it('is its name also where a batch of Git LFS had asked for it without one', async () => {
    const { world, push, lfs, object, named } = await setUp();
    valueOf(await lfs.batchUpload(push, [object]));
    valueOf(await lfs.batchUpload(push, [{ ...object, name: 'first.gguf' }]));
    const { verifyToken = '' } = valueOf(await lfs.batchUpload(push, [{ ...object, name: 'second.csv' }]));
    const [sessionId = ''] = verifyToken.split('.');
    const session = await world.unitOfWork.read(({ uploads }) =>
      uploads.findOpenLfs(push.repository.repositoryId, push.caller.userId, 0),
    );
    const { id, namespace } = valueOf(session) ?? expect.fail('there is a session');
    expect(id).to.equal(sessionId);
    await world.put(stagingKey(namespace, id, object.oid), 'content');
    const link = valueOf(
      await world.application.authorize.verifyLink(push.repository.repositoryId, verifyToken, push.caller.origin),
    );
    valueOf(await lfs.verify(link, object));
    expect(await named()).to.deep.equal([[object.oid, 'first.gguf', 'model']]);
  });
});
