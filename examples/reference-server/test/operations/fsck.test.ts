import { createNodeCodec } from '@svc/codec-node';
import { expect } from 'chai';
import { z } from 'zod';
import { type ByteServer, startByteServer } from '../bytes/byte-server.js';
import { upload, uploadPaths, viaLfs } from '../bytes/upload-path.js';
import { expectStatus } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed, type TestObject } from '../client/test-object.js';
import { createTreeClient } from '../tree/tree-client.js';
import { treeObjectOf } from '../tree/tree-object.js';

const line = z.union([
  z.object({ finding: z.string(), key: z.string().optional(), repository_id: z.string().optional() }),
  z.object({ summary: z.object({ objects: z.number(), blobs_read: z.number(), findings: z.record(z.string(), z.number()) }) }),
]);

const keyOf = ({ id }: RepositoryClient, { oid }: Pick<TestObject, 'oid'>): string =>
  `repositories/${id}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;

const flipped = (bytes: Uint8Array): Buffer => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 2 : byte)));

/** Any one. */
const path = viaLfs;

describe('svc-server fsck', () => {
  let bytes: ByteServer;
  before(async () => {
    bytes = await startByteServer();
  });
  after(() => bytes.close());

  const fsck = async (...parameters: readonly string[]) => {
    const { code, stdout, stderr } = await bytes.server.command('fsck', '--json', ...parameters);
    const lines = stdout
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => line.parse(JSON.parse(text)));
    const found = lines.flatMap((one) => ('finding' in one ? [`${one.finding} ${one.key ?? one.repository_id ?? ''}`] : []));
    const summary = lines.flatMap((one) => ('summary' in one ? [one.summary] : []))[0];
    return { code, found: found.sort(), summary, stderr };
  };

  it('finds nothing wrong with what came by every path, while the server runs, and ends with 0', async () => {
    const repository = await bytes.newRepository();
    for (const one of uploadPaths) await upload(one, repository, objectNamed(`sound by ${one.name}`, 70_000));
    const codec = await createNodeCodec();
    const tree = createTreeClient(repository, bytes.server.baseUrl, bytes.server.adminToken);
    await tree.push(treeObjectOf(codec, objectNamed('sound in chunks', 3_000_000).bytes));
    const { code, found, summary, stderr } = await fsck('--read-data');
    expect(found).to.deep.equal([]);
    expect(code, stderr).to.equal(0);
    expect(summary?.objects).to.be.at.least(uploadPaths.length + 1);
  });

  it('finds each damage by its key and the objects that need it, ends with 1, and changes nothing', async () => {
    const repository = await bytes.newRepository();
    const [wrong, short, lost] = [objectNamed('wrong', 5_000), objectNamed('short', 5_000), objectNamed('lost', 5_000)];
    for (const object of [wrong, short, lost]) await upload(path, repository, object);
    const codec = await createNodeCodec();
    const tree = createTreeClient(repository, bytes.server.baseUrl, bytes.server.adminToken);
    const object = treeObjectOf(codec, objectNamed('damaged in chunks', 2_000_000).bytes);
    await tree.push(object);
    const [pack] = object.packs;
    if (pack === undefined) throw new Error('an object has a pack');
    const packKey = `repositories/${repository.id}/cas/${pack.path}`;
    const { place } = bytes.server;
    await place.replaceBlob(keyOf(repository, wrong), flipped(wrong.bytes));
    await place.replaceBlob(keyOf(repository, short), short.bytes.subarray(0, 4_999));
    await place.loseBlob(keyOf(repository, lost));
    await place.replaceBlob(packKey, flipped(pack.bytes));

    const bySize = [`missing ${keyOf(repository, lost)}`, `wrong_size ${keyOf(repository, short)}`];
    expect(await fsck()).to.deep.include({ code: 1, found: bySize.sort() });
    const byBytes = [...bySize, `incomplete ${packKey}`, `wrong_bytes ${packKey}`, `wrong_bytes ${keyOf(repository, wrong)}`];
    for (let time = 0; time < 2; time += 1) {
      expect(await fsck('--read-data')).to.deep.include({ code: 1, found: byBytes.sort() });
    }
    // One after the other: in one process, each would wait for the database without letting the other give it up.
    const halves = [await fsck('--read-data=1/2'), await fsck('--read-data=2/2')];
    expect(
      [...new Set(halves.flatMap(({ found }) => found))].filter((one) => !one.startsWith('incomplete')).sort(),
    ).to.deep.equal(byBytes.filter((one) => !one.startsWith('incomplete')));
    const [noted] = await place.rows(`select count(*) as count from damaged_files`);
    expect(noted).to.deep.equal([{ count: 0 }]);
    await place.replaceBlob(keyOf(repository, wrong), wrong.bytes);
    await place.replaceBlob(keyOf(repository, short), short.bytes);
    await place.replaceBlob(keyOf(repository, lost), lost.bytes);
    await place.replaceBlob(packKey, pack.bytes);
    expect(await fsck('--read-data')).to.deep.include({ code: 0, found: [] });
  });

  it('tells blobs that nobody knows, and leaves them', async () => {
    const repository = await bytes.newRepository();
    const object = objectNamed('known', 100);
    await upload(path, repository, object);
    const key = keyOf(repository, objectNamed('unknown', 100));
    // A folder of the store is made with a blob in it.
    const beside = keyOf(repository, object).replace(/[^/]+$/, key.split('/').at(-1) ?? '');
    await bytes.server.place.replaceBlob(beside, Buffer.from('nobody knows'));
    expect(await fsck('--repair')).to.deep.include({ code: 1, found: [`orphan ${beside}`] });
    expect((await bytes.server.place.blob(beside))?.toString()).to.equal('nobody knows');
    await bytes.server.place.loseBlob(beside);
  });

  it('speaks to people, and ends with 2 when it cannot tell', async () => {
    const said = await bytes.server.command('fsck');
    expect(said).to.include({ code: 0 });
    expect(said.stdout).to.match(/^looked at \d+ organizations, .*; 0 findings\n$/);
    for (const [parameters, problem] of [
      [['--read-data=0/3'], '--read-data takes nothing'],
      [['--read-data=4/3'], '--read-data takes nothing'],
      [['--read-data=120%'], '--read-data takes nothing'],
      [['--rapair'], 'unknown option'],
    ] as const) {
      const refused = await bytes.server.command('fsck', ...parameters);
      expect(refused.stderr)
        .to.match(/^svc-server: [^\n]+\n$/)
        .and.contain(problem);
      expect(refused.code, parameters.join(' ')).to.equal(2);
    }
    const away = { DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/svc' };
    const refused = await bytes.server.commandWith(away, 'fsck', '--json');
    expect(refused).to.include({ code: 2, stdout: '' });
    expect(refused.stderr).to.contain('DATABASE_URL cannot be used').and.not.contain('secret');
  });

  it('sees what a running server has written last', async () => {
    const repository = await bytes.newRepository();
    await upload(path, repository, objectNamed('written last', 300));
    const codec = await createNodeCodec();
    const tree = createTreeClient(repository, bytes.server.baseUrl, bytes.server.adminToken);
    await tree.push(treeObjectOf(codec, objectNamed('written last in chunks', 300_000).bytes));
    const before = await fsck();
    expectStatus(await repository.api.call('DELETE', `/repositories/${repository.id}`), 204);
    const after = await fsck();
    expect([before.code, after.code], 'what is left of a deleted repository is known').to.deep.equal([0, 0]);
    expect((before.summary?.objects ?? 0) - (after.summary?.objects ?? 0)).to.equal(2);
  });
});
