import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { createFaultyUnitOfWork } from '../../../src/memory/faulty-unit-of-work.js';
import { type GitPath, gitPathOfText } from '../../../src/model/git-index/git-path.js';
import { nameOfPlace } from '../../../src/model/artifacts/name-of-place.js';
import { stagingKey, trusted } from '../../../src/model/values/index.js';
import { createIndexCaches } from '../../../src/steps/git-history/index-caches.js';
import { takeTrees } from '../../../src/use-cases/git-index/take-trees.js';
import { pushTexts } from '../../builders/push-texts.js';
import { buildObject, sendObject } from '../../builders/tree.js';
import { bytesOf, errorOf, objectOf, valueOf } from '../../builders/world.js';
import {
  type IndexedRepository,
  indexedRepository,
  sentCommits,
  sentObjects,
  sentTree,
} from '../../use-cases/git-index/indexed-repository.js';

const pointerOf = ({ oid, sizeBytes }: { readonly oid: string; readonly sizeBytes: number }): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${sizeBytes}\n`;

describe('objects that are stored without a name', () => {
  let git: GitRepository;
  let index: IndexedRepository;
  beforeEach(async () => {
    git = createGitRepository();
    index = await indexedRepository();
  });
  afterEach(() => git.remove());

  const indexAll = async (): Promise<void> => index.send(await index.open(), git.history('main'));
  /** Names and types by oid. */
  const listed = async () => {
    const { items } = valueOf(await index.world.application.objects.list(index.push, { sort: 'recent', page: { limit: 99 } }));
    return Object.fromEntries(items.map(({ oid, name, type }) => [oid, [name, type]]));
  };

  it('are called by the paths at which Git had them first, once the index knows these', async () => {
    const [weights, table, other] = ['weights', 'a,b', 'in no commit'].map(objectOf);
    await pushTexts(index.world, index.push, 'weights', 'a,b', 'in no commit');
    git.commit({ 'models/größe.safetensors': pointerOf(weights ?? expect.fail()), 'a.csv': pointerOf(table ?? expect.fail()) });
    git.commit({ 'models/größe.safetensors': null, 'models/renamed.safetensors': pointerOf(weights ?? expect.fail()) });
    await indexAll();
    expect(await listed()).to.deep.equal({
      [weights?.oid ?? '']: ['models/größe.safetensors', 'model'],
      [table?.oid ?? '']: ['a.csv', 'dataset'],
      [other?.oid ?? '']: [undefined, 'other'],
    });
    const { folders } = valueOf(
      await index.world.application.repositories.listFolders(index.push, { path: '', page: { limit: 9 } }),
    );
    expect(folders.items.map(({ path, objectCount }) => [path, objectCount])).to.deep.equal([['models', 1]]);
  });

  it('are versions of their path in the order of the commits, in whichever order they came', async () => {
    const texts = Array.from({ length: 8 }, (_, at) => `version ${at}`);
    await pushTexts(index.world, index.push, ...texts.toReversed());
    for (const text of texts) git.commit({ 'model.bin': pointerOf(objectOf(text)) });
    await indexAll();
    const versions = valueOf(
      await index.world.unitOfWork.read(({ artifacts }) =>
        artifacts.listVersions(index.repository.id, 'model.bin', { limit: 99 }),
      ),
    );
    expect(versions.map(({ oid }) => oid)).to.deep.equal(texts.map((text) => objectOf(text).oid).toReversed());
  });

  it('are called so from the beginning where the index came first, by a session and in chunks', async () => {
    const whole = objectOf('sent whole');
    const chunked = buildObject([bytesOf('sent '), bytesOf('in chunks')], { chunksPerPack: 2, chunksPerMap: 2 });
    git.commit({ 'whole.bin': pointerOf(whole), 'data/chunked.parquet': pointerOf(chunked) });
    await indexAll();
    await pushTexts(index.world, index.push, 'sent whole');
    await sendObject(index.world, index.push, chunked);
    valueOf(await index.world.application.tree.finalize(index.push, { objects: [chunked] }));
    expect(await listed()).to.deep.equal({
      [whole.oid]: ['whole.bin', 'other'],
      [chunked.oid]: ['data/chunked.parquet', 'dataset'],
    });
  });

  for (const [title, callsBefore, when] of [
    ['before it had named them', 0, 'after'],
    ['while it named them', 1, 'before'],
  ] as const) {
    it(`are called so where what was taken is sent again, because the service failed ${title}`, async () => {
      const [whole, part] = ['in a whole commit', 'in a part'].map(objectOf);
      await pushTexts(index.world, index.push, 'in a whole commit', 'in a part');
      git.commit({ 'whole.bin': pointerOf(whole ?? expect.fail()) });
      git.commit({ 'part.bin': pointerOf(part ?? expect.fail()) });
      const history = git.history('main');
      const sessionId = await index.open();
      valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
      const trees = history.trees.map((tree, at) => ({ ...sentTree(tree), isLast: at === 0 }));
      const unitOfWork = createFaultyUnitOfWork(index.world.unitOfWork);
      const ports = { ...index.world.ports, unitOfWork };
      const take = takeTrees(ports, createIndexCaches({}), { open: () => expect.fail() });
      const send = () => take(index.push, { sessionId, objects: sentObjects(history), trees });
      unitOfWork.failNext({ call: 'transact', when }, callsBefore);
      expect(errorOf(await send())).to.include({ kind: 'unavailable' });
      valueOf(await send());
      expect(await listed()).to.deep.equal({
        [whole?.oid ?? '']: ['whole.bin', 'other'],
        [part?.oid ?? '']: ['part.bin', 'other'],
      });
    });
  }

  it('keep the name that they have, given or found', async () => {
    const [given, found] = [objectOf('named'), objectOf('unnamed')];
    const { uploads } = index.world.application;
    const { id: sessionId } = valueOf(await uploads.open(index.push, {})).session;
    const { namespace } = index.push.repository;
    valueOf(await uploads.authorize(index.push, { sessionId, objects: [{ ...given, name: 'given' }, found] }));
    for (const text of ['named', 'unnamed']) {
      await index.world.put(stagingKey(namespace, sessionId, objectOf(text).oid), text);
      valueOf(await uploads.complete(index.push, { sessionId, ...objectOf(text) }));
    }
    valueOf(await uploads.finalize(index.push, { sessionId }));
    git.commit({ first: pointerOf(given), second: pointerOf(found) });
    await indexAll();
    git.commit({ third: pointerOf(given), fourth: pointerOf(found) });
    await indexAll();
    expect(await listed()).to.deep.equal({ [given.oid]: ['given', 'other'], [found.oid]: ['second', 'other'] });
  });
});

describe('the name of a place in Git', () => {
  const nameAt = (path: string) => nameOfPlace(gitPathOfText(path) ?? expect.fail());

  it('is its path, or the last part of one that is too long', () => {
    expect(nameAt('a/b c/größe')).to.equal('a/b c/größe');
    expect(nameAt(`${'x'.repeat(1022)}/y`)).to.have.length(1024);
    expect(nameAt(`${'x'.repeat(1023)}/y`)).to.equal('y');
    expect(nameAt(`a/${'y'.repeat(1025)}`)).to.equal(undefined);
  });

  it('has nothing in it that nobody should be shown, and is none where the path is no text', () => {
    expect(nameAt('a\n\u202eb\u001b[2J')).to.equal('a??b?[2J');
    expect(nameOfPlace(trusted<GitPath>('a\xff'))).to.equal(undefined);
  });
});
