import { createNodeCodec } from '@svc/codec-node';
import { createSeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { cpSync, readdirSync } from 'node:fs';
import { createApiClient } from '../client/api-client.js';
import { expectStatus } from '../client/exchange.js';
import { newBackupFolder, removeBackupFolder } from './backup-folder.js';
import { acknowledgedBy, type Load, startLoad } from './backup-load.js';
import { type BackupStack, newStack, stackNames } from './backup-stack.js';
import { expectRestored } from './restored-server.js';

const kills = rounds({ property: 'a pruning of back-ups that is killed leaves what is kept whole', test: 2, proof: 100 });
const filesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

for (const [at, name] of stackNames.entries()) {
  const share = Math.floor((kills + 1 - at) / stackNames.length);
  describe(`prunings of back-ups of ${name} that are killed ${share} times (seed ${seed})`, () => {
    const random = createSeededRandom(seed + at);
    let source: BackupStack;
    let load: Load;
    let acknowledged: ReadonlyMap<string, number>;
    let folder: string;
    let pruneMs = 800;

    const prune = (place: string) => source.spawn('prune-backups', '--from', place, '--keep-last', '1');
    const backUp = async (): Promise<void> => {
      const { code, stderr } = await source.command('backup', '--to', folder);
      expect(code, stderr).to.equal(0);
    };

    // What the first back-up alone has goes with it: a repository that was deleted since.
    before(async () => {
      source = await newStack(name);
      folder = newBackupFolder();
      const server = await source.serve();
      const codec = await createNodeCodec();
      const deleted = await startLoad(server, codec, seed);
      await waitUntil('objects are pushed that go', () => acknowledgedBy(deleted).size >= 12);
      await deleted.stop();
      await backUp();
      const api = createApiClient(server.baseUrl, server.adminToken);
      expectStatus(await api.call('DELETE', `/repositories/${deleted.repositoryId}`), 204);
      api.close();
      load = await startLoad(server, codec, seed + 1);
      await waitUntil('objects are pushed that stay', () => acknowledgedBy(load).size >= 12);
      await load.stop();
      acknowledged = acknowledgedBy(load);
      await backUp();
      await server.close();
    });
    after(async () => {
      await source.drop();
      removeBackupFolder(folder);
    });

    for (let round = 1; round <= share; round += 1) {
      it(`leave the latest one whole, which is restored and clean: kill ${round}`, async () => {
        const place = newBackupFolder();
        cpSync(folder, place, { recursive: true });
        const target = await newStack('sqlite-fs');
        try {
          const cut = prune(place);
          const kill = setTimeout(() => cut.child.kill('SIGKILL'), random.integer(Math.ceil(pruneMs)));
          await cut.end;
          clearTimeout(kill);
          const checked = await source.command('restore', '--from', place, '--check');
          expect(checked.code, checked.stdout + checked.stderr).to.equal(0);
          const begun = performance.now();
          const again = await prune(place).end;
          expect(again.code, again.stderr).to.equal(0);
          pruneMs = performance.now() - begun;
          expect(filesIn(place), 'files that are left').to.be.below(filesIn(folder));
          const restored = await target.command('restore', '--from', place);
          expect(restored.code, restored.stderr).to.equal(0);
          await expectRestored(target, load, acknowledged);
        } finally {
          await target.drop();
          removeBackupFolder(place);
        }
      });
    }
  });
}
