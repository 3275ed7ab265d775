import { aUser } from './user.js';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { ok, type Result } from 'neverthrow';

/** Opens the file named on the command line, adds a user, says so, and keeps the file open until it is killed. */
const [path = ''] = process.argv.slice(2);
const { unitOfWork } = await openSqliteDatabase({ path });
const outcome = await unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => ok(await users.add(aUser)));
// Nobody keeps `close`; what belongs to it must stay all the same.
for (let round = 0; round < 5; round += 1) {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 10));
}
process.stdout.write(outcome.isOk() ? 'committed\n' : `${outcome.error.kind}\n`);
setInterval(() => undefined, 1000);
