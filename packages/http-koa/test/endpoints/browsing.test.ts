import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { chunkedObject } from '../support/chunked-object.js';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, send, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import type { TestUser, World } from '../support/world.js';

for (const [where, open] of Object.entries(eachDatabase)) {
  describe(`browsing the Git history ${where}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let repository: string;
    let git: GitRepository;
    beforeEach(async () => {
      const acme = await startAcme({ open });
      ({ service, world, owner } = acme);
      repository = await world.repository(owner, acme.organization, { name: 'Models' });
      git = createGitRepository();
    });
    afterEach(async () => {
      git.remove();
      await service.close();
    });

    const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
      world.call(method, `/repositories/${repository}${path}`, { token: owner.token, ...(body !== undefined && { body }) });

    const indexAt = async (target: string): Promise<void> => {
      const session = textAt((await call('POST', '/index/sessions', { object_format: 'sha1' })).json, 'session.id');
      const { commits, objects, trees } = git.history('main');
      await call('POST', `/index/sessions/${session}/commits`, { commits });
      await call('POST', `/index/sessions/${session}/tree`, { objects, trees });
      const refs = [{ name: 'refs/heads/main', target }];
      expect((await call('POST', `/index/sessions/${session}/finalize`, { refs })).status).to.equal(200);
    };

    it('answers empty lists until there is an index', async () => {
      const { status, json } = await call('GET', '/tree');
      expect({ status, json }).to.deep.equal({ status: 200, json: { indexed: false, generation: 0, entries: [] } });
      expect((await call('GET', '/branches')).json).to.deep.equal({ indexed: false, generation: 0, branches: [] });
      expect((await call('GET', '/overview')).json).to.deep.include({ indexed: false, generation: 0, files: 0, types: [] });
      expect((await call('GET', '/commits')).json).to.deep.equal({ indexed: false, generation: 0, commits: [] });
      expect(textAt((await call('GET', '/commits/main')).json, 'error.details.reason')).to.equal('not_indexed');
    });

    it('lists a folder with the sizes of all below it and the commit that changed each path last', async () => {
      const first = git.commit({ 'README.md': 'hello', 'models/a.bin': 'weights' });
      const second = git.commit({ 'models/a.bin': 'better weights', 'models/b/c.bin': 'more' });
      await indexAt(second);
      const { json } = await call('GET', '/tree?ref=main');
      expect(json).to.deep.include({ indexed: true, generation: 1, path: '' });
      expect(textAt(json, 'commit.id')).to.equal(second);
      const shown = [0, 1].map((at) => [
        textAt(json, `entries.${at}.path`),
        textAt(json, `entries.${at}.type`),
        textAt(json, `entries.${at}.last_commit.id`),
      ]);
      expect(shown).to.deep.equal([
        ['README.md', 'file', first],
        ['models', 'folder', second],
      ]);
      const page = await call('GET', '/tree?recursive=true&limit=1&ref=' + second.slice(0, 7));
      const next = await call('GET', `/tree?recursive=true&cursor=${textAt(page.json, 'next_cursor')}`);
      expect(textAt(page.json, 'entries.0.path')).to.equal('README.md');
      expect([0, 1].map((at) => textAt(next.json, `entries.${at}.path`))).to.deep.equal(['models/a.bin', 'models/b/c.bin']);
    });

    it('goes on behind the longest paths', async () => {
      const longest = (name: string): string => `${`${'f'.repeat(254)}/`.repeat(16)}${name.repeat(16)}`;
      const paths = ['a', 'b', 'c'].map(longest);
      expect(paths.map((path) => Buffer.byteLength(path))).to.deep.equal([4096, 4096, 4096]);
      const tip = git.commit({});
      const head = git.commit(Object.fromEntries(paths.map((path) => [path, path])));
      await indexAt(head);
      const pathsOf = async (path: string, field: string): Promise<readonly string[]> => {
        const found: string[] = [];
        for (let cursor: unknown = ''; typeof cursor === 'string';) {
          const { status, json, text } = await call('GET', `${path}limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
          expect(status, text).to.equal(200);
          found.push(...listAt(json, field).map((one) => textAt(one, 'path')));
          cursor = valueAt(json, 'next_cursor');
        }
        return found;
      };
      expect(await pathsOf('/tree?recursive=true&', 'entries')).to.deep.equal(paths);
      expect(await pathsOf('/commits/main?', 'files')).to.deep.equal(paths);
      expect(await pathsOf(`/compare?base=${tip}&`, 'files')).to.deep.equal(paths);
    });

    it('lists branches by name, says which is the default one, and tells what that one has', async () => {
      const first = git.commit({ 'readme.txt': 'old', 'a.safetensors': 'weights' });
      const second = git.commit({ 'README.md': '# New', 'sub/README.md': 'no', 'data/b.parquet': 'rows of it' });
      const { commits, objects, trees } = git.history('main');
      const session = textAt((await call('POST', '/index/sessions', { object_format: 'sha1' })).json, 'session.id');
      await call('POST', `/index/sessions/${session}/commits`, { commits });
      await call('POST', `/index/sessions/${session}/tree`, { objects, trees });
      const refs = [
        { name: 'refs/heads/ünlü', target: first },
        { name: 'refs/heads/a/b', target: first },
        { name: 'refs/heads/\u{1f600}', target: first },
        { name: 'refs/heads/main', target: second },
        { name: 'refs/tags/v1', target: first },
      ];
      expect((await call('POST', `/index/sessions/${session}/finalize`, { refs })).status).to.equal(200);
      const branches: unknown[] = [];
      for (let cursor: unknown = ''; typeof cursor === 'string';) {
        const { json } = await call('GET', `/branches?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
        branches.push(
          ...listAt(json, 'branches').map((one) => [textAt(one, 'name'), textAt(one, 'commit.id'), valueAt(one, 'is_default')]),
        );
        cursor = valueAt(json, 'next_cursor');
      }
      expect(branches).to.deep.equal([
        ['a/b', first, false],
        ['main', second, true],
        ['ünlü', first, false],
        ['\u{1f600}', first, false],
      ]);
      const { json } = await call('GET', '/overview');
      expect(json).to.deep.include({
        indexed: true,
        generation: 1,
        counts: { commits: 2, branches: 4, releases: 1 },
        default_branch: 'main',
        files: 5,
        types: [
          { type: 'dataset', files: 1, bytes: 10 },
          { type: 'other', files: 3, bytes: 10 },
          { type: 'model', files: 1, bytes: 7 },
        ],
        types_complete: true,
      });
      expect([textAt(json, 'head.id'), textAt(json, 'readme.path'), textAt(json, 'latest_release.tag')]).to.deep.equal([
        second,
        'README.md',
        'v1',
      ]);
    });

    it('hands out the bytes of a file that is stored, of the object and not of its pointer', async () => {
      const bytes = Buffer.from('the real weights');
      const oid = await world.object(owner, repository, bytes);
      const pointer = (of: string) => `version https://git-lfs.github.com/spec/v1\noid sha256:${of}\nsize ${bytes.byteLength}\n`;
      const files = { 'models/a b.bin': pointer(oid), 'missing.bin': pointer('0'.repeat(64)), 'README.md': '# Models' };
      await indexAt(git.commit(files));
      const { json } = await call('GET', '/file?ref=main&path=models/a%20b.bin');
      expect(valueAt(json, 'file')).to.deep.include({ oid, is_lfs: true, is_stored: true, size: 16, path: 'models/a b.bin' });
      expect(valueAt(json, 'file.download.expires_in')).to.be.a('number');
      const url = new URL(textAt(json, 'file.download.url'));
      const download = await send(url.origin, 'GET', url.pathname + url.search);
      expect(download.text).to.equal('the real weights');
      expect(download.headers['content-disposition']).to.equal(`attachment; filename="a_b.bin"; filename*=UTF-8''a%20b.bin`);
      for (const path of ['missing.bin', 'README.md']) {
        const found = await call('GET', `/file?path=${encodeURIComponent(path)}`);
        expect([valueAt(found.json, 'file.is_stored'), valueAt(found.json, 'file.download')]).to.deep.equal([false, undefined]);
      }
      for (const path of ['models', 'nowhere', 'models/a b.bin/c']) {
        const refused = await call('GET', `/file?path=${encodeURIComponent(path)}`);
        expect([refused.status, textAt(refused.json, 'error.details.reason')], path).to.deep.equal([404, 'unknown_path']);
      }
      expect((await call('GET', '/file')).status).to.equal(400);
      (await service.application.usage.writeDownloads())._unsafeUnwrap();
      const artifact = await call('GET', `/artifacts/${oid}`);
      expect(valueAt(artifact.json, 'artifact.downloads')).to.equal(1);
    });

    it('counts no download of a file where only the headers of the answer are asked for', async () => {
      const bytes = Buffer.from('the real weights');
      const oid = await world.object(owner, repository, bytes);
      const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${bytes.byteLength}\n`;
      await indexAt(git.commit({ 'model.bin': pointer }));
      const [probe, answer] = [await call('HEAD', '/file?path=model.bin'), await call('GET', '/file?path=model.bin')];
      expect([probe.status, probe.text]).to.deep.equal([200, '']);
      expect(probe.headers['content-length']).to.equal(answer.headers['content-length']);
      (await service.application.usage.writeDownloads())._unsafeUnwrap();
      expect(valueAt((await call('GET', `/artifacts/${oid}`)).json, 'artifact.downloads')).to.equal(1);
    });

    it('knows a plain file by its object, once its bytes were seen to be those of the file', async () => {
      const [text, chunked] = ['# Models\n', 'plain bytes that lie in chunks '.repeat(20)];
      const oid = await world.object(owner, repository, Buffer.from(text));
      const object = chunkedObject(Buffer.from(chunked), 256);
      for (const { path, bytes } of [object.pack, object.map, object.manifest]) {
        await world.call('PUT', `/repositories/${repository}/lfs/${path}`, { token: owner.token, body: bytes });
      }
      await call('POST', '/lfs/finalize', { objects: [{ oid: object.oid, size: object.size }] });
      const other = await world.object(owner, repository, Buffer.from('# Others\n'));
      const empty = await world.object(owner, repository, Buffer.alloc(0));
      const tip = git.commit({ 'README.md': text, 'c.bin': chunked, empty: '', 'x.md': '# Nobody stored it' });
      await indexAt(tip);
      const idOf = (path: string): string => git.git(['rev-parse', `${tip}:${path}`]).trim();
      const session = textAt((await call('POST', '/index/sessions', { object_format: 'sha1' })).json, 'session.id');
      const send = (...contents: readonly unknown[]) => call('POST', `/index/sessions/${session}/tree`, { contents });

      const wrong = await send({ id: idOf('c.bin'), oid: object.oid }, { id: idOf('README.md'), oid: other });
      expect([
        wrong.status,
        valueAt(wrong.json, 'error.details.field'),
        valueAt(wrong.json, 'error.details.reason'),
      ]).to.deep.equal([400, 'contents.1.oid', 'wrong_id']);
      const oids = async () =>
        listAt((await call('GET', '/tree')).json, 'entries').map((entry) => [valueAt(entry, 'oid'), valueAt(entry, 'is_stored')]);
      expect(await oids()).to.deep.equal(Array.from({ length: 4 }, () => [undefined, false]));

      const right = [
        { id: idOf('README.md'), oid },
        { id: idOf('c.bin'), oid: object.oid },
        { id: idOf('empty'), oid: empty },
        // Neither is refused: nobody has stored the one, and no request has described the other.
        { id: idOf('x.md'), oid: 'f'.repeat(64) },
        { id: 'e'.repeat(40), oid },
      ];
      expect((await send(...right)).status).to.equal(200);
      expect((await send(...right)).status).to.equal(200);
      expect(await oids()).to.deep.equal([
        [oid, true],
        [object.oid, true],
        [empty, true],
        [undefined, false],
      ]);
      const file = await call('GET', '/file?path=README.md');
      expect([valueAt(file.json, 'file.is_lfs'), typeof valueAt(file.json, 'file.download.url')]).to.deep.equal([
        false,
        'string',
      ]);
      const many = Array.from({ length: 1001 }, () => right[0]);
      expect(valueAt((await send(...many)).json, 'error.details.reason')).to.equal('too_much_at_once');
    });

    it('takes the branch that HEAD names for the default one, as long as it is there', async () => {
      const first = git.commit({ a: '1' });
      const second = git.commit({ a: '2' });
      const { commits, objects, trees } = git.history('main');
      const finalize = async (body: unknown): Promise<Answer> => {
        const session = textAt((await call('POST', '/index/sessions', { object_format: 'sha1' })).json, 'session.id');
        await call('POST', `/index/sessions/${session}/commits`, { commits });
        await call('POST', `/index/sessions/${session}/tree`, { objects, trees });
        return call('POST', `/index/sessions/${session}/finalize`, body);
      };
      const refs = [
        { name: 'refs/heads/main', target: second },
        { name: 'refs/heads/trunk', target: first },
      ];
      const defaultBranch = async () => textAt((await call('GET', '/overview')).json, 'default_branch');
      await finalize({ refs });
      expect(await defaultBranch()).to.equal('main');
      expect((await finalize({ refs: [], head: 'refs/heads/trunk' })).status).to.equal(200);
      expect(await defaultBranch()).to.equal('trunk');
      await finalize({ refs: [] });
      expect([await defaultBranch(), textAt((await call('GET', '/tree')).json, 'commit.id')]).to.deep.equal(['trunk', first]);
      await finalize({ refs: [{ name: 'refs/heads/trunk', target: null }] });
      expect(await defaultBranch()).to.equal('main');
      const refused = await finalize({ refs: [], head: 'refs/tags/v1' });
      expect([refused.status, valueAt(refused.json, 'error.details.field')]).to.deep.equal([400, 'head']);
    });

    it('says which parameter names no path', async () => {
      for (const list of ['/tree', '/file', '/file/history', '/compare']) {
        for (const [query, field, problem] of [
          ['path=a%2F', 'path', 'malformed'],
          ['path_base64=AAA', 'path_base64', 'malformed'],
          ['path=a&path_base64=YQ', 'path_base64', 'contradictory'],
        ] as const) {
          const refused = await call('GET', `${list}?base=main&${query}`);
          expect([refused.status, valueAt(refused.json, 'error.details')]).to.deep.equal([400, { field, problem }]);
        }
      }
    });

    it('goes on in the history in which a list began, wherever the branch is by then', async () => {
      const commits = ['1', '2', '3', '4'].map((content) => git.commit({ 'a.bin': content }));
      const [first = '', second = '', third = '', last = ''] = commits;
      await indexAt(third);
      const page = await call('GET', '/commits?limit=2');
      expect([0, 1].map((at) => textAt(page.json, `commits.${at}.id`))).to.deep.equal([third, second]);
      await indexAt(last);
      const next = await call('GET', `/commits?limit=2&cursor=${textAt(page.json, 'next_cursor')}`);
      expect(listAt(next.json, 'commits').map((commit) => textAt(commit, 'id'))).to.deep.equal([first]);
      expect(valueAt(next.json, 'next_cursor')).to.equal(undefined);
    });

    it('tells a renamed file once, on whichever page its paths are', async () => {
      git.commit({ 'a.bin': 'weights\n'.repeat(50), 'm.bin': '1', 'old/name.bin': 'lines\n'.repeat(50) });
      const content = { 'a.bin': null, 'z.bin': 'weights\n'.repeat(50), 'm.bin': '2', 'old/name.bin': null };
      const moved = git.commit({ ...content, 'b.bin': `${'lines\n'.repeat(50)}more\n` });
      await indexAt(moved);
      const changes: unknown[] = [];
      for (let cursor: unknown = ''; typeof cursor === 'string';) {
        const { json } = await call('GET', `/commits/${moved}?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
        changes.push(...listAt(json, 'files'));
        expect(valueAt(json, 'totals.renamed.files')).to.equal(2);
        expect(valueAt(json, 'totals.removed')).to.deep.equal({ files: 0, bytes: 0 });
        cursor = valueAt(json, 'next_cursor');
      }
      const shown = changes.map((change) => [
        valueAt(change, 'status'),
        valueAt(change, 'path'),
        valueAt(change, 'previous_path'),
      ]);
      expect(shown).to.deep.equal([
        ['renamed', 'b.bin', 'old/name.bin'],
        ['modified', 'm.bin', undefined],
        ['renamed', 'z.bin', 'a.bin'],
      ]);
    });

    it('believes no rename that the trees of the commit contradict', async () => {
      git.commit({ 'a.bin': '1', 'b.bin': '2' });
      const tip = git.commit({ 'b.bin': null, 'c.bin': '3', 'a.bin': '4' });
      const { commits, objects, trees } = git.history('main');
      const session = textAt((await call('POST', '/index/sessions', { object_format: 'sha1' })).json, 'session.id');
      await call('POST', `/index/sessions/${session}/commits`, { commits });
      const renames = [
        ['a.bin', 'c.bin', 90],
        ['nowhere', 'c.bin', 90],
        ['b.bin', 'a.bin', 90],
        ['b.bin', 'nowhere', 90],
      ];
      const lying = trees.map((tree) => (tree.commit === tip ? { ...tree, renames } : tree));
      expect((await call('POST', `/index/sessions/${session}/tree`, { objects, trees: lying })).status).to.equal(200);
      const refs = [{ name: 'refs/heads/main', target: tip }];
      expect((await call('POST', `/index/sessions/${session}/finalize`, { refs })).status).to.equal(200);
      const { json } = await call('GET', `/commits/${tip}`);
      expect(listAt(json, 'files').map((change) => [valueAt(change, 'status'), valueAt(change, 'path')])).to.deep.equal([
        ['modified', 'a.bin'],
        ['removed', 'b.bin'],
        ['added', 'c.bin'],
      ]);
    });

    it('names a commit by the beginning of its id, and finds none that no branch reaches', async () => {
      const lost = git.commit({ 'a.bin': 'weights' });
      await indexAt(lost);
      const found = await call('GET', `/commits/${lost.slice(0, 10)}`);
      expect(textAt(found.json, 'commit.id')).to.equal(lost);
      const session = textAt((await call('POST', '/index/sessions', { object_format: 'sha1' })).json, 'session.id');
      const refs = [{ name: 'refs/heads/main', target: null }];
      expect((await call('POST', `/index/sessions/${session}/finalize`, { refs })).status).to.equal(200);
      const gone = await call('GET', `/commits/${lost}`);
      expect([gone.status, textAt(gone.json, 'error.details.reason')]).to.deep.equal([404, 'unknown_ref']);
    });
  });
}
