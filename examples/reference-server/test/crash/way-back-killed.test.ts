import { createSeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { unlimitedRate } from '../bytes/byte-server.js';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { expectStatus } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { bytesNamed, objectOf } from '../client/test-object.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';

const kills = rounds({
  property: 'a server that is killed while it makes an object whole again loses nothing',
  test: 1,
  proof: 50,
});
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));
/** What the way back takes after a start, about. */
const latestKillMs = 500;
const checkedEvery = 10;
const objectBytes = 16 * 1024 * 1024;
/** Worth a conversion, and too little to stay in chunks when the object is hot. */
const zeroBytes = 6 * 1024 * 1024;
const hotDownloads = 100;

const counted = z.array(z.object({ count: z.coerce.number() }));

describe(`a server that is killed ${kills} times while it makes an object whole again (seed ${seed})`, function () {
  this.bail(true);
  const random = createSeededRandom(seed);
  const object = objectOf(Buffer.concat([bytesNamed(`hot ${seed}`, objectBytes - zeroBytes), Buffer.alloc(zeroBytes)]));
  let server: TestServerProcess;
  let api: ApiClient;
  let repository: RepositoryClient;
  let killedMidway = 0;

  before(async () => {
    const hurried = { NODE_OPTIONS: `--import=${new URL('./hurried-removals.mjs', import.meta.url).href}` };
    const settings = { GC_RECLAIM: 'true', DEDUPLICATE_BYTES_PER_SECOND: '1000000000', DEFAULT_PLAN: 'business' };
    server = await startServerProcess({ environment: { ...hurried, ...unlimitedRate, ...settings } });
    api = createApiClient(server.baseUrl, server.adminToken);
    repository = await api.createRepository('way back');
    const { actions } = await repository.entry('upload', object);
    expectStatus(await repository.put(actions?.upload?.href ?? '', object.bytes, actions?.upload?.header), 200);
    expectStatus(await repository.verify(actions?.verify?.href ?? '', object), 200);
  });
  after(async () => {
    api.close();
    await server.close();
  });

  const count = async (table: string, condition = '1 = 1'): Promise<number> => {
    const [rows] = await server.place.rows(`select count(*) as count from ${table} where ${condition}`);
    return counted.parse(rows)[0]?.count ?? 0;
  };
  const isWhole = async (): Promise<boolean> => (await count('objects', `layout = 'whole'`)) === 1;

  /**
   * What is put off, or claimed by a process that is gone, would wait for a day or for minutes; what is in quarantine, for days, and for the end of the URL by which
   * it came.
   */
  const startWithAllDue = async (...changes: readonly string[]): Promise<void> => {
    await server.stop();
    for (const change of changes) await server.place.write(change);
    await server.place.write('update converted_objects set due_at = 0');
    await server.place.write('update conversion_turns set due_at = 0, after_repository_id = null, after_oid = null');
    await server.place.write('update quarantined_objects set due_at = 0');
    for (const held of ['leases', 'reclaim_marks', 'upload_objects', 'upload_sessions']) {
      await server.place.write(`delete from ${held}`);
    }
    await server.start();
  };

  /** The object was downloaded often by now. */
  const startHot = (): Promise<void> =>
    startWithAllDue(`update objects set downloads = downloads + ${hotDownloads}, last_downloaded_at = ${Date.now()}`);

  const isNothingLeft = async (): Promise<boolean> => (await count('quarantined_objects')) === 0;

  const isResting = async (): Promise<boolean> => {
    const later = Date.now() + 30 * 60_000;
    return (await count('conversion_turns', `claimed_by is null and due_at > ${later}`)) === 1;
  };

  /** The object lies in chunks, and nothing is left of its whole bytes. */
  const cut = async (): Promise<void> => {
    await startWithAllDue(`update repositories set deduplicate = 'all'`);
    await waitUntil('it is cut', async () => !(await isWhole()));
    await startWithAllDue(`update repositories set deduplicate = 'cold'`);
    await waitUntil('its whole bytes are removed', isNothingLeft);
  };

  const expectSound = async (): Promise<void> => {
    const { code, stdout, stderr } = await server.command('fsck', '--read-data');
    expect({ code, said: code === 0 ? '' : stdout + stderr }).to.deep.equal({ code: 0, said: '' });
  };

  for (let kill = 1; kill <= kills; kill += 1) {
    it(`gives the same bytes, and ends what was begun: kill ${kill}`, async () => {
      await cut();
      await startHot();
      await sleep(random.integer(latestKillMs));
      await server.kill();
      if (!(await isWhole()) && !(await isNothingLeft())) killedMidway += 1;
      await server.start();
      await repository.expectDownload(object);
      if (kill % checkedEvery === 0) await expectSound();
      // What the first attempt finds half-written is removed, and the next one writes it.
      for (let attempt = 1; attempt <= 2 && !(await isWhole()); attempt += 1) {
        await startHot();
        await waitUntil(
          'a look has ended, and nothing is left of what was begun',
          async () => (await isResting()) && isNothingLeft(),
        );
      }
      expect(await isWhole()).to.equal(true);
      await repository.expectDownload(object);
    });
  }

  it('is sound at last', async () => {
    console.log(`      ${killedMidway} of ${kills} kills met half-written bytes`);
    await expectSound();
    expect(server.output()).to.not.contain('"level":"error"');
  });
});
