import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitRepository, openRepository } from '../../src/index-git/open-repository.js';
import { headOf, readRefs, remoteOf } from '../../src/index-git/read-refs.js';
import { remoteSays } from '../../src/index-git/remote-says.js';
import { problemIn } from '../rigs/problem-in.js';

const open = ({ folder, environment }: Pick<ScratchRepository, 'folder' | 'environment'>): Promise<GitRepository> =>
  openRepository({ folder, environment: { ...process.env, ...environment }, signal: new AbortController().signal });

describe('the refs of a repository', () => {
  let scratch: ScratchRepository;
  let head: string;
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
    await scratch.git(['commit', '--quiet', '--allow-empty', '-m', 'one']);
    head = (await scratch.git(['rev-parse', 'HEAD'])).trim();
  });
  afterEach(() => scratch.remove());

  it('say which branch HEAD names at a remote and in a bare repository, and not in a clone with files', async () => {
    const { git, folder, environment } = scratch;
    await git(['branch', 'work/trunk']);
    await git(['symbolic-ref', 'HEAD', 'refs/heads/work/trunk']);
    const clone = join(folder, 'clone');
    await git(['clone', '--quiet', '--bare', folder, clone]);
    await git(['remote', 'add', 'up', folder]);
    await git(['fetch', '--quiet', 'up']);
    const [own, bare] = [await open(scratch), await open({ folder: clone, environment })];
    expect(await headOf(own, { kind: 'local' })).to.equal(undefined);
    expect(await headOf(bare, { kind: 'local' })).to.equal('refs/heads/work/trunk');
    await git(['remote', 'set-head', 'up', '--delete']);
    expect(await headOf(own, { kind: 'remote', remote: 'up' })).to.equal(undefined);
    await git(['remote', 'set-head', 'up', 'work/trunk']);
    expect(await headOf(own, { kind: 'remote', remote: 'up' })).to.equal('refs/heads/work/trunk');
  });

  it('are its branches and tags, annotated ones with what they say', async () => {
    const { git } = scratch;
    await git(['branch', 'feature/ü']);
    await git(['tag', 'light']);
    await git(['-c', 'user.name=T', 'tag', '-a', 'v1', '-m', 'Release 1\n\nIt is good.']);
    await git(['tag', '-a', 'nested', '-m', 'outer', 'v1']);
    const blob = (await git(['hash-object', '-w', '--stdin'], 'text')).trim();
    await git(['tag', 'of-a-blob', blob]);
    await git(['tag', '-a', 'says-of-a-blob', '-m', 'no', blob]);
    const { refs, unusable } = await readRefs(await open(scratch), { kind: 'local' });
    const byName = new Map(refs.map((ref) => [ref.name, ref]));
    expect([...byName.keys()].toSorted()).to.deep.equal([
      'refs/heads/feature/ü',
      'refs/heads/main',
      'refs/tags/light',
      'refs/tags/nested',
      'refs/tags/v1',
    ]);
    for (const ref of refs) expect(ref.target).to.equal(head);
    expect(byName.get('refs/tags/light')?.tag).to.equal(undefined);
    const facts = (await git(['for-each-ref', '--format=%(objectname) %(taggerdate:unix)', 'refs/tags/v1'])).trim().split(' ');
    expect(byName.get('refs/tags/v1')?.tag).to.deep.equal({
      id: facts[0],
      taggerName: 'A U Thor',
      taggerEmail: 'author@example.test',
      at: Number(facts[1]),
      offsetMinutes: 0,
      message: 'Release 1\n\nIt is good.\n',
    });
    expect(byName.get('refs/tags/nested')?.tag?.message).to.equal('outer\n');
    expect(unusable).to.equal(2);
  });

  it('are those of a remote, under the names that they have there', async () => {
    const { git } = scratch;
    await git(['update-ref', 'refs/remotes/up/main', head]);
    await git(['update-ref', 'refs/remotes/up/x/y', head]);
    await git(['update-ref', 'refs/remotes/origin/z', head]);
    await git(['symbolic-ref', 'refs/remotes/up/HEAD', 'refs/remotes/up/main']);
    const { refs } = await readRefs(await open(scratch), { kind: 'remote', remote: 'up' });
    expect(refs.map(({ name }) => name)).to.deep.equal(['refs/heads/main', 'refs/heads/x/y']);
  });

  const namesOf = async (remote: string) =>
    (await readRefs(await open(scratch), { kind: 'remote', remote })).refs.map(({ name }) => name);
  const configure = async (remote: string, ...rules: readonly string[]): Promise<void> => {
    for (const rule of rules) await scratch.git(['config', '--add', `remote.${remote}.fetch`, rule]);
  };
  const write = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await scratch.git(['update-ref', `refs/remotes/${name}`, head]);
  };

  it('of a remote are neither its pull requests nor the branches of another one whose name is longer', async () => {
    await configure('team', '+refs/heads/*:refs/remotes/team/*', '+refs/pull/*/head:refs/remotes/team/pr/*');
    await configure('team/bob', '+refs/heads/*:refs/remotes/team/bob/*');
    await write('team/main', 'team/pr/7', 'team/prs', 'team/bob/main', 'team/bobs');
    expect(await namesOf('team')).to.deep.equal(['refs/heads/bobs', 'refs/heads/main', 'refs/heads/prs']);
    expect(await namesOf('team/bob')).to.deep.equal(['refs/heads/main']);
    await scratch.git(['symbolic-ref', 'refs/remotes/team/HEAD', 'refs/remotes/team/pr/7']);
    expect(await headOf(await open(scratch), { kind: 'remote', remote: 'team' })).to.equal(undefined);
  });

  it('of a remote are found where git fetches them to, and each of them once', async () => {
    await configure('up', '+refs/heads/work/*:refs/remotes/here/w-*', '+refs/heads/main:refs/remotes/trunk');
    await configure('up', '+refs/heads/main:refs/remotes/trunk-too');
    await write('here/w-a/b', 'here/x', 'trunk', 'trunk-too', 'up/other');
    expect(await namesOf('up')).to.deep.equal(['refs/heads/work/a/b', 'refs/heads/main']);
    await scratch.git(['symbolic-ref', 'refs/remotes/up/HEAD', 'refs/remotes/trunk']);
    expect(await headOf(await open(scratch), { kind: 'remote', remote: 'up' })).to.equal('refs/heads/main');
  });

  it('of a remote whose branches git fetches nowhere are those below its name', async () => {
    await configure('mirror', '+refs/*:refs/*');
    await write('mirror/main');
    expect(await namesOf('mirror')).to.deep.equal(['refs/heads/main']);
  });

  it('leave out names that the service does not take, also as the branch of HEAD', async () => {
    const { git, folder, environment } = scratch;
    const longest = `${`${'x'.repeat(200)}/`.repeat(5)}yyyyyyyy`;
    await git(['update-ref', `refs/heads/${longest}`, head]);
    await git(['update-ref', `refs/heads/${longest}y`, head]);
    await git(['update-ref', '--stdin'], `create refs/heads/caf\xe9 ${head}\n`);
    const bare = join(folder, 'bare');
    await git(['clone', '--quiet', '--bare', folder, bare]);
    const clone = await open({ folder: bare, environment });
    const { refs, unusable } = await readRefs(clone, { kind: 'local' });
    expect(refs.map(({ name }) => name)).to.deep.equal(['refs/heads/main', `refs/heads/${longest}`]);
    expect(refs[1]?.name).to.have.length(1024);
    await git(['-C', bare, 'symbolic-ref', 'HEAD', `refs/heads/${longest}`]);
    expect(await headOf(clone, { kind: 'local' })).to.equal(`refs/heads/${longest}`);
    await git(['-C', bare, 'symbolic-ref', 'HEAD', `refs/heads/${longest}y`]);
    expect(await headOf(clone, { kind: 'local' })).to.equal(undefined);
    expect(unusable).to.equal(2);
  });

  it('have names that stand for other refs, as long as these are there', async () => {
    const { git } = scratch;
    await git(['tag', '-a', 'v1', '-m', 'one']);
    await git(['symbolic-ref', 'refs/heads/trunk', 'refs/heads/main']);
    await git(['symbolic-ref', 'refs/heads/HEAD', 'refs/heads/trunk']);
    await git(['symbolic-ref', 'refs/heads/gone', 'refs/heads/nowhere']);
    await git(['symbolic-ref', 'refs/tags/latest', 'refs/tags/v1']);
    const { refs, unusable } = await readRefs(await open(scratch), { kind: 'local' });
    const names = ['refs/heads/HEAD', 'refs/heads/main', 'refs/heads/trunk', 'refs/tags/latest', 'refs/tags/v1'];
    expect(refs.map(({ name }) => name).toSorted()).to.deep.equal(names);
    for (const { target } of refs) expect(target).to.equal(head);
    expect(refs.find(({ name }) => name === 'refs/tags/latest')?.tag?.message).to.equal('one\n');
    expect(unusable).to.equal(0);
  });

  it("come from the branch's remote, else from the only one, else from origin, else from the one that is named", async () => {
    const repository = await open(scratch);
    expect((await problemIn(remoteOf(repository, undefined))).message).to.contain('--local');
    expect((await problemIn(remoteOf(repository, 'up'))).message).to.equal('there is no remote up');
    await scratch.git(['remote', 'add', 'up', 'nowhere']);
    await scratch.git(['config', 'remote.origin.prune', 'true']);
    expect(await remoteOf(repository, undefined)).to.equal('up');
    expect((await problemIn(remoteOf(repository, 'origin'))).message).to.equal('there is no remote origin');
    await scratch.git(['remote', 'add', 'two', 'nowhere']);
    expect((await problemIn(remoteOf(repository, undefined))).message).to.contain('which remote?');
    await scratch.git(['config', 'remote.origin.url', 'nowhere']);
    expect(await remoteOf(repository, undefined)).to.equal('origin');
    await scratch.git(['config', 'remote.lfsdefault', 'two']);
    expect(await remoteOf(repository, undefined)).to.equal('two');
    await scratch.git(['config', 'branch.main.remote', 'up']);
    expect(await remoteOf(repository, undefined)).to.equal('up');
    expect(await remoteOf(repository, 'origin')).to.equal('origin');
  });

  it('are at the remote where the clone has them, if it says so', async () => {
    const other = await makeScratchRepository();
    await scratch.git(['remote', 'add', 'origin', other.folder]);
    await scratch.git(['push', '--quiet', 'origin', 'main']);
    const isThere = await remoteSays(await open(scratch), 'origin', ['refs/heads/main']);
    const ref = { name: 'refs/heads/main', target: head, tag: undefined };
    expect(isThere(ref)).to.equal(true);
    expect(isThere({ ...ref, target: '0'.repeat(40) })).to.equal(false);
    await other.remove();
    expect((await remoteSays(await open(scratch), 'origin', ['refs/heads/main']))(ref)).to.equal(false);
  });
});

describe('openRepository', () => {
  let scratch: ScratchRepository;
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha256', false);
    await writeFile(join(scratch.folder, 'file'), 'text');
    await scratch.git(['add', '.']);
    await scratch.git(['commit', '--quiet', '-m', 'one']);
    await scratch.git(['commit', '--quiet', '--allow-empty', '-m', 'two']);
  });
  afterEach(() => scratch.remove());

  it('says how a repository names its objects, and whether it is bare', async () => {
    expect(await open(scratch)).to.include({ objectFormat: 'sha256', isBare: false });
  });

  for (const [what, args, message] of [
    [
      'shallow clone',
      ['--depth', '1'],
      'this clone is shallow, so a part of the history is not here; run: git fetch --unshallow',
    ],
    [
      'partial clone',
      ['--filter=blob:none'],
      'this clone is partial: objects that the index describes are not here; clone without --filter',
    ],
  ] as const) {
    it(`takes no ${what}`, async () => {
      const { folder, environment, git } = scratch;
      await git(['config', 'uploadpack.allowFilter', 'true']);
      const clone = `${folder}-clone`;
      await git(['clone', '--quiet', '--no-local', ...args, `file://${folder}`, clone]);
      expect((await problemIn(open({ folder: clone, environment }))).message).to.equal(message);
    });
  }

  it('takes no folder that is none', async () => {
    await rm(join(scratch.folder, '.git'), { recursive: true });
    expect((await problemIn(open(scratch))).message).to.equal('this is no Git repository; change into one');
  });
});
