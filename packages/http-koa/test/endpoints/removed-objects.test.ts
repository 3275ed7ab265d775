import { DAY_MS } from '@svc/core/model';
import { createGitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { chunkedObject } from '../support/chunked-object.js';
import { eachDatabase } from '../support/each-database.js';
import { indexHistory } from '../support/index-history.js';
import { type Answer, listAt, send, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestOrganization, type TestUser, type World } from '../support/world.js';

const text = 'weights of a model';
const inChunks = chunkedObject(Buffer.alloc(5000, 'chunks'), 1024);

const keysOf = (value: unknown): readonly string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

for (const [where, open] of Object.entries(eachDatabase)) {
  describe(`removed objects, kept ${where}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    let repository: string;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({
        open,
        ports: (ports) => ({ ...ports, settings: { ...ports.settings, gcReclaim: true } }),
      }));
      repository = await world.repository(owner, organization, { name: 'Models' });
    });
    afterEach(() => service.close());

    const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
      world.call(method, `/repositories/${repository}${path}`, { token: owner.token, body });
    const remove = (oid: string, query = ''): Promise<Answer> => call('DELETE', `/objects/${oid}${query}`);
    const restore = (oid: string): Promise<Answer> => call('POST', `/removed-objects/${oid}/restore`);
    const removed = async (): Promise<readonly unknown[]> =>
      listAt((await call('GET', '/removed-objects')).json, 'removed_objects').map((one) => valueAt(one, 'oid'));
    const reason = ({ status, json }: Answer): unknown => [status, valueAt(json, 'error.details.reason')];
    const pushTree = async (): Promise<string> => {
      const { oid, size, pack, map, manifest } = inChunks;
      for (const { path, bytes } of [pack, map, manifest]) await call('PUT', `/lfs/${path}`, bytes);
      expect((await call('POST', '/lfs/finalize', { objects: [{ oid, size }] })).status).to.equal(200);
      return oid;
    };
    const pushWhole = async (): Promise<string> => {
      await world.namedObjects(owner, repository, [['models/a.onnx', text]]);
      return sha256(text);
    };
    const usage = async (): Promise<readonly unknown[]> => {
      const { json } = await world.call('GET', `/organizations/${organization.id}/usage`, { token: owner.token });
      return ['storage_bytes', 'reclaimable_bytes', 'reserved_bytes'].map((name) => valueAt(json, `usage.managed.${name}`));
    };

    const batchActions = async (operation: string, oid: string, size: number): Promise<readonly string[]> => {
      const { json } = await call('POST', '/lfs/objects/batch', { operation, objects: [{ oid, size }] });
      return keysOf(valueAt(json, 'objects.0.actions'));
    };

    /** Everything that tells of objects, as far as it says the same at any time. */
    const answers = async (oid: string, size: number): Promise<readonly unknown[]> => {
      const linked = await call('POST', '/downloads/authorize', { objects: [{ oid }] });
      const asked: Answer[] = [];
      for (const path of [
        '/objects',
        `/artifacts/${oid}`,
        `/artifacts/${oid}/references`,
        `/artifacts/${oid}/timeline`,
        `/artifacts/${oid}/sharing`,
        '/usage',
        '/storage/summary',
        '/storage/folders',
      ])
        asked.push(await call('GET', path));
      asked.push(await call('HEAD', `/lfs/assets/${oid}/manifest.json`), await call('GET', `/lfs/assets/${oid}/manifest.json`));
      asked.push(await call('POST', '/lfs/objects/chunks', { oids: [oid] }));
      for (const path of [
        `/organizations/acme/artifacts`,
        '/organizations/acme/artifacts?q=a.onnx',
        `/search?q=${oid.slice(0, 9)}`,
      ])
        asked.push(await world.call('GET', path, { token: owner.token }));
      const isThere = (answer: Answer): boolean => answer.status < 300 && answer.text.includes(oid);
      return [
        await batchActions('download', oid, size),
        keysOf(valueAt(linked.json, 'objects.0')),
        ...asked.map((answer) => [answer.status, isThere(answer)]),
      ];
    };

    for (const [kind, push, size] of [
      ['whole', () => pushWhole(), text.length],
      ['in chunks', () => pushTree(), inChunks.size],
    ] as const) {
      it(`are in no answer when they were ${kind}, suppress no upload, and come back as they were`, async () => {
        const oid = kind === 'whole' ? sha256(text) : inChunks.oid;
        const never = await answers(oid, size);
        await push();
        const before = await answers(oid, size);
        expect(before).to.not.deep.equal(never);
        expect(await batchActions('upload', oid, size)).to.deep.equal([]);
        // The upload that was asked for keeps it now, and it takes its place among those of its moment anew.
        const details = async (): Promise<unknown> => {
          const artifact: unknown = valueAt((await call('GET', `/artifacts/${oid}`)).json, 'artifact');
          return { ...Object(artifact), kept_by: undefined, created_at: undefined };
        };
        const asItWas = await details();
        expect((await remove(oid)).status).to.equal(204);
        expect(await answers(oid, size)).to.deep.equal(never);
        expect((await remove(oid)).status).to.equal(204);
        expect(await removed()).to.deep.equal([oid]);
        expect(await batchActions('upload', oid, size)).to.deep.equal(['upload', 'verify']);
        const { status, json } = await restore(oid);
        expect([status, textAt(json, 'object.oid'), valueAt(json, 'object.size')]).to.deep.equal([200, oid, size]);
        expect(await answers(oid, size)).to.deep.equal(before);
        expect(await details()).to.deep.equal(asItWas);
        expect(await removed()).to.deep.equal([]);
        expect(reason(await restore(oid))).to.deep.equal([404, undefined]);
      });
    }

    it('are listed with who removed them and until when they are kept, the last one first', async () => {
      await world.namedObjects(owner, repository, [
        ['a.bin', 'first'],
        ['b.bin', 'second'],
      ]);
      for (const each of ['first', 'second']) {
        await remove(sha256(each));
        service.clock.advance(1000);
      }
      const first = await call('GET', '/removed-objects?limit=1');
      expect(first.json).to.deep.include({
        removed_objects: [
          {
            oid: sha256('second'),
            name: 'b.bin',
            size: 6,
            removed_at: '2026-01-01T00:00:01.000Z',
            removed_by: owner.id,
            kept_until: '2026-01-04T00:00:01.000Z',
          },
        ],
      });
      const rest = await call('GET', `/removed-objects?cursor=${encodeURIComponent(textAt(first.json, 'next_cursor'))}`);
      expect(listAt(rest.json, 'removed_objects').map((one) => valueAt(one, 'oid'))).to.deep.equal([sha256('first')]);
    });

    it('come back when they are pushed again, whichever way', async () => {
      const oid = await pushWhole();
      const counted = await usage();
      await remove(oid);
      expect(await usage()).to.deep.equal([0, text.length, 0]);
      await world.object(owner, repository, Buffer.from(text));
      expect([await removed(), await usage()]).to.deep.equal([[], counted]);

      await remove(oid);
      const batch = { operation: 'upload', objects: [{ oid, size: text.length }] };
      const { json } = await call('POST', '/lfs/objects/batch', batch);
      const address = (action: string): string => {
        const { pathname, search } = new URL(textAt(json, `objects.0.actions.${action}.href`));
        return pathname + search;
      };
      await send(service.baseUrl, 'PUT', address('upload'), { body: Buffer.from(text) });
      expect((await send(service.baseUrl, 'POST', address('verify'), { body: { oid, size: text.length } })).status).to.equal(200);
      expect([(await call('GET', `/artifacts/${oid}`)).status, await removed()]).to.deep.equal([200, []]);
      expect(await usage()).to.deep.equal(counted);

      await pushTree();
      const withTree = await usage();
      await remove(inChunks.oid);
      await pushTree();
      expect([await removed(), await usage()]).to.deep.equal([[], withTree]);
    });

    it('are none that a snapshot or an upload keeps, and none that a branch or a tag reaches unless that is forced', async () => {
      const oid = await pushWhole();
      const git = createGitRepository();
      try {
        const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${text.length}\n`;
        const target = git.commit({ 'models/a.onnx': pointer });
        const refs = ['refs/heads/main', 'refs/tags/v1'].map((name) => ({ name, target }));
        await indexHistory(world, owner.token, repository, { ...git.history(target), refs });
      } finally {
        git.remove();
      }
      const byGit = await remove(oid);
      expect(reason(byGit)).to.deep.equal([409, 'object_kept']);
      expect(valueAt(byGit.json, 'error.details.kept_by')).to.deep.equal([
        { kind: 'ref', name: 'refs/heads/main' },
        { kind: 'release', name: 'refs/tags/v1' },
      ]);
      expect((await remove(oid, '?force=true')).status).to.equal(204);
      await restore(oid);
      await call('POST', '/snapshots', { name: 'As published' });
      const bySnapshot = await remove(oid, '?force=true');
      expect(reason(bySnapshot)).to.deep.equal([409, 'object_kept']);
      expect(valueAt(bySnapshot.json, 'error.details.kept_by')).to.deep.equal([{ kind: 'snapshot', name: 'As published' }]);
      const { json: detail } = await call('GET', `/artifacts/${oid}`);
      expect(textAt(detail, 'artifact.kept_by.snapshots.0.name')).to.equal('As published');
      const { json: shown } = await call('GET', `/artifacts/${oid}/references?kind=snapshot`);
      expect(listAt(shown, 'references').map((one) => valueAt(one, 'snapshot.name'))).to.deep.equal(['As published']);

      const other = await world.object(owner, repository, Buffer.from('other'));
      const sessionId = await world.session(owner, repository, { oid: sha256('third'), size: 5 });
      await world.object(owner, repository, Buffer.from('third'));
      expect(reason(await remove(sha256('third'), '?force=true'))).to.deep.equal([409, 'object_kept']);
      await call('DELETE', `/uploads/${sessionId}`);
      expect((await remove(sha256('third'))).status).to.equal(204);
      expect((await remove(other)).status).to.equal(204);
      expect(reason(await remove(sha256('never')))).to.deep.equal([404, undefined]);
    });

    it('are gone with their bytes after their grace, and count until then', async () => {
      const oid = await pushWhole();
      expect(await usage()).to.deep.equal([text.length, 0, 0]);
      await remove(oid);
      expect(await usage()).to.deep.equal([0, text.length, 0]);
      for (const [path, name] of [
        ['/usage', 'usage'],
        ['/storage/summary', 'storage'],
      ] as const) {
        const { json } = await call('GET', path);
        expect([valueAt(json, `${name}.physical_bytes`), valueAt(json, `${name}.reclaimable_bytes`)]).to.deep.equal([
          0,
          text.length,
        ]);
      }
      service.clock.advance(3 * DAY_MS - 1);
      const reclaim = async (): Promise<unknown> => (await service.application.maintenance.reclaimQuarantined())._unsafeUnwrap();
      expect(await reclaim()).to.deep.equal({ objects: 0, bytes: 0 });
      expect(await removed()).to.deep.equal([oid]);
      service.clock.advance(1);
      expect(await reclaim()).to.deep.equal({ objects: 1, bytes: text.length });
      expect([await usage(), await removed()]).to.deep.equal([[0, 0, 0], []]);
      expect(reason(await restore(oid))).to.deep.equal([404, undefined]);
      await pushWhole();
      expect(await usage()).to.deep.equal([text.length, 0, 0]);
    });
  });
}
