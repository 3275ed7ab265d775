import { expect } from 'chai';
import { stagingKey } from '../../../src/model/values/index.js';
import { finalizeTree } from '../../../src/use-cases/chunk-tree/files/finalize-tree.js';
import { pushTexts } from '../../builders/push-texts.js';
import { buildObject, sendObject } from '../../builders/tree.js';
import { bytesOf, createWorld, errorOf, objectOf, valueOf, withRepository } from '../../builders/world.js';

const text = 'some weights';
const [first, later] = ['models/first.safetensors', 'later.csv'];
const chunked = buildObject([bytesOf('some '), bytesOf('weights')]);
const whole = objectOf(text);

const setUp = async () => {
  const world = createWorld();
  const { push, owner, repository, organization } = await withRepository(world);
  const { uploads, objects, tree, artifacts } = world.application;
  const admin = await world.grant(owner, repository.id, 'repository.admin');
  const open = async () => valueOf(await uploads.open(push, {})).session.id;
  const listed = async () => {
    const { items } = valueOf(await objects.list(push, { sort: 'recent', page: { limit: 9 } }));
    return items.map(({ name, type }) => [name, type]);
  };
  /** An upload session in which the object has this name, from its beginning to its end. */
  const upload = async (name: string) => {
    const sessionId = await open();
    const [entry] = valueOf(await uploads.authorize(push, { sessionId, objects: [{ ...whole, name }] }));
    if (entry !== undefined && !('isStored' in entry)) {
      await world.put(stagingKey(push.repository.namespace, sessionId, whole.oid), text);
    }
    valueOf(await uploads.complete(push, { sessionId, ...whole }));
    valueOf(await uploads.finalize(push, { sessionId }));
  };
  const remove = async () => valueOf(await objects.remove(admin, { oid: whole.oid, isForced: false }));
  const finalize = (name?: string) => tree.finalize(push, { objects: [{ ...chunked, name }] });
  return { world, push, owner, organization, uploads, tree, artifacts, open, listed, upload, remove, finalize };
};

describe('an object that is stored without a name', () => {
  it('is called by the first name that an upload session authorizes it with, and keeps it', async () => {
    const { world, push, uploads, open, listed } = await setUp();
    await pushTexts(world, push, text);
    expect(await listed()).to.deep.equal([[undefined, 'other']]);
    for (const name of [first, later]) {
      valueOf(await uploads.authorize(push, { sessionId: await open(), objects: [{ ...whole, name }] }));
      expect(await listed()).to.deep.equal([[first, 'model']]);
    }
  });

  it('gets none from a session of another size, or one that has ended', async () => {
    const { world, push, uploads, open, listed } = await setUp();
    await pushTexts(world, push, text);
    const sessionId = await open();
    const other = { ...whole, sizeBytes: whole.sizeBytes + 1, name: first };
    errorOf(await uploads.authorize(push, { sessionId, objects: [other] }));
    valueOf(await uploads.finalize(push, { sessionId }));
    errorOf(await uploads.authorize(push, { sessionId, objects: [{ ...whole, name: first }] }));
    expect(await listed()).to.deep.equal([[undefined, 'other']]);
  });

  it('is called by the name with which it comes back from quarantine, in a session and in chunks', async () => {
    const session = await setUp();
    await pushTexts(session.world, session.push, text);
    await session.remove();
    await session.upload(first);
    expect(await session.listed()).to.deep.equal([[first, 'model']]);
    await session.remove();
    await session.upload(later);
    expect(await session.listed(), 'it comes back with the name that it had').to.deep.equal([[first, 'model']]);

    const chunks = await setUp();
    await pushTexts(chunks.world, chunks.push, text);
    await chunks.remove();
    await sendObject(chunks.world, chunks.push, chunked);
    valueOf(await chunks.finalize(first));
    expect(await chunks.listed()).to.deep.equal([[first, 'model']]);
  });

  it('is called by the name that a session has declared that another one came before', async () => {
    const { world, push, uploads, open, listed } = await setUp();
    const sessionId = await open();
    valueOf(await uploads.authorize(push, { sessionId, objects: [{ ...whole, name: first }] }));
    await pushTexts(world, push, text);
    valueOf(await uploads.complete(push, { sessionId, ...whole }));
    valueOf(await uploads.finalize(push, { sessionId }));
    expect(await listed()).to.deep.equal([[first, 'model']]);
  });

  it('is called by the first name that comes with a finalize of the chunk tree, with a manifest or without one', async () => {
    for (const isSent of [false, true]) {
      const { world, push, listed, finalize } = await setUp();
      await pushTexts(world, push, text);
      if (isSent) await sendObject(world, push, chunked);
      valueOf(await finalize());
      expect(await listed()).to.deep.equal([[undefined, 'other']]);
      for (const name of [first, later]) {
        valueOf(await finalize(name));
        expect(await listed()).to.deep.equal([[first, 'model']]);
      }
    }
  });

  it('is called by the name with which its verification was put off', async () => {
    const { world, push, tree, listed } = await setUp();
    await sendObject(world, push, chunked);
    valueOf(await finalizeTree(world.ports, { maxBytes: 0 })(push, { objects: [{ ...chunked, name: first }] }));
    await pushTexts(world, push, text);
    expect(await listed()).to.deep.equal([[undefined, 'other']]);
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(await listed()).to.deep.equal([[first, 'model']]);
  });

  it('is found by its name then, in its folder, and stands among the newest versions of its path', async () => {
    const { world, push, organization, uploads, open } = await setUp();
    const another = objectOf('another');
    await pushTexts(world, push, text, 'another');
    for (const object of [another, whole]) {
      valueOf(await uploads.authorize(push, { sessionId: await open(), objects: [{ ...object, name: first }] }));
    }
    const { found, folder, versions } = valueOf(
      await world.unitOfWork.read(async ({ artifacts, storage }) => {
        const { repositoryId } = push.repository;
        return {
          found: await artifacts.list(
            organization.id,
            { hiddenFrom: push.caller.userId, nameKeyPart: 'first.safe' },
            { sort: 'recent', limit: 9 },
          ),
          folder: await storage.folder(repositoryId, 'models'),
          versions: await artifacts.listVersions(repositoryId, first, { limit: 9 }),
        };
      }),
    );
    const newestFirst = [whole.oid, another.oid];
    expect(found.artifacts.map(({ oid }) => oid)).to.deep.equal(newestFirst);
    expect(folder).to.deep.include({ objectCount: 2, logicalBytes: whole.sizeBytes + another.sizeBytes });
    expect(versions.map(({ oid }) => oid)).to.deep.equal(newestFirst);
  });
});
