import { createNodeCodec } from '@svc/codec-node';
import { createSeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { acknowledgedBy, type Load, startLoad } from './backup-load.js';
import { newBackupFolder, removeBackupFolder } from './backup-folder.js';
import { type BackupStack, newStack, otherStack, stackNames } from './backup-stack.js';
import { expectRestored } from './restored-server.js';

const kills = rounds({ property: 'a back-up or restore that is killed is never taken for a whole one', test: 2, proof: 100 });
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const never = 2 ** 31 - 1;

/** Runs the command to its end, or kills it on its way; answers whether it came to its end, and how long it took. */
const runOrKill = async (stack: BackupStack, killAfterMs: number, ...parameters: readonly string[]) => {
  const begun = performance.now();
  const running = stack.spawn(...parameters);
  const kill = setTimeout(() => running.child.kill('SIGKILL'), killAfterMs);
  const outcome = await running.end;
  clearTimeout(kill);
  return { ...outcome, isWhole: outcome.code !== null, ms: performance.now() - begun };
};

/** Ids of the back-ups that have a manifest. */
const backupsIn = (folder: string): readonly string[] => {
  const place = join(folder, 'backups');
  return existsSync(place) ? readdirSync(place).filter((id) => existsSync(join(place, id, 'manifest'))) : [];
};

for (const [at, name] of stackNames.entries()) {
  const share = Math.floor((kills + 1 - at) / stackNames.length);
  describe(`back-ups of ${name} and restores that are killed ${share} times each (seed ${seed})`, () => {
    const random = createSeededRandom(seed + at);
    let source: BackupStack;
    let load: Load;
    let acknowledged: ReadonlyMap<string, number>;
    let [backupMs, restoreMs] = [1200, 1200];

    before(async () => {
      source = await newStack(name);
      load = await startLoad(await source.serve(), await createNodeCodec(), seed);
      await waitUntil('objects are pushed', () => acknowledgedBy(load).size >= 12);
      await load.stop();
      acknowledged = acknowledgedBy(load);
    });
    after(() => source.drop());

    for (let round = 1; round <= share; round += 1) {
      it(`leave the back-ups that are whole, and an empty or a restored server: kill ${round}`, async () => {
        const folder = newBackupFolder();
        const cutFirst = await runOrKill(source, random.integer(Math.ceil(backupMs)), 'backup', '--to', folder);
        expect(backupsIn(folder)).to.have.length.at.most(1);
        const whole = await runOrKill(source, never, 'backup', '--to', folder);
        expect(whole.code, whole.stderr).to.equal(0);
        backupMs = whole.ms;
        const before = backupsIn(folder);
        expect(before).to.have.length.within(cutFirst.isWhole ? 2 : 1, 2);
        await runOrKill(source, random.integer(Math.ceil(backupMs)), 'backup', '--to', folder);
        expect(backupsIn(folder)).to.include.members([...before]);

        const target = await newStack(otherStack(name));
        try {
          const cut = await runOrKill(target, random.integer(Math.ceil(restoreMs)), 'restore', '--from', folder);
          const again = await runOrKill(target, never, 'restore', '--from', folder);
          // The process may have ended between its last write and its last word.
          const isRefused = again.code === 1 && /it is not empty/.test(again.stderr);
          if (!isRefused) restoreMs = again.ms;
          expect(again.code === 0 || isRefused, again.stderr).to.equal(true);
          if (cut.isWhole && cut.code === 0) expect(isRefused).to.equal(true);
          await expectRestored(target, load, acknowledged);
        } finally {
          await target.drop();
          removeBackupFolder(folder);
        }
      });
    }
  });
}
