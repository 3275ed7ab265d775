import { createNodeCodec } from '@svc/codec-node';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { waitUntil } from '@svc/test-services/wait-until';
import type { TestServer } from '../server/start-server.js';
import { acknowledgedBy, startLoad } from './backup-load.js';
import { newBackupFolder, removeBackupFolder } from './backup-folder.js';
import { type BackupStack, newStack, otherStack, stackNames } from './backup-stack.js';
import { expectRestored } from './restored-server.js';

const backups = rounds({
  property: 'a hot back-up that is restored elsewhere has all that was acknowledged',
  test: 2,
  proof: 100,
});
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** So many are taken of one server, into one place, each with a load of its own, before the next one starts: what has to be restored each time grows. */
const backupsOfServer = 5;
/** Acknowledged before the back-up begins. */
const objectsBefore = 12;

for (const [at, name] of stackNames.entries()) {
  // Each stack has its share.
  const share = Math.floor((backups + 1 - at) / stackNames.length);
  describe(`${share} hot back-ups of ${name} under load (seed ${seed})`, () => {
    let source: BackupStack;
    let server: TestServer;
    let folder: string;
    const end = async (): Promise<void> => {
      await source.drop();
      removeBackupFolder(folder);
    };

    for (let round = 0; round < share; round += 1) {
      it(`have all that was acknowledged before, on ${otherStack(name)}: back-up ${round + 1}`, async () => {
        if (round % backupsOfServer === 0) {
          folder = newBackupFolder();
          source = await newStack(name);
          server = await source.serve();
        }
        const load = await startLoad(server, await createNodeCodec(), seed + round);
        await waitUntil('objects are pushed', () => acknowledgedBy(load).size >= objectsBefore && load.treeObjects.size > 0);
        const acknowledged = acknowledgedBy(load);
        const taken = await source.command('backup', '--to', folder);
        const meanwhile = acknowledgedBy(load).size - acknowledged.size;
        // What is restored is not what clients push any more, and this machine has other things to do.
        await load.stop();
        expect(taken.code, taken.stdout + taken.stderr).to.equal(0);
        const target = await newStack(otherStack(name));
        try {
          const restored = await target.command('restore', '--from', folder);
          expect(restored.code, restored.stdout + restored.stderr).to.equal(0);
          const shown = await expectRestored(target, load, acknowledged);
          console.log(
            `      ${taken.stdout.trim()}; ${acknowledged.size} objects acknowledged before, ${meanwhile} meanwhile, ${shown} restored`,
          );
        } finally {
          await target.drop();
        }
        if (round % backupsOfServer === backupsOfServer - 1 || round === share - 1) await end();
      });
    }
  });
}
