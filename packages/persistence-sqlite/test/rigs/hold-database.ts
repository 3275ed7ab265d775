import { aUser } from './user.js';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { ok, type Result } from 'neverthrow';

/** Opens the file named on the command line, adds a user, says so, and keeps the file open until it is killed. */
const [path = ''] = process.argv.slice(2);
const { unitOfWork } = await openSqliteDatabase({ path });
const outcome = await unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => ok(await users.add(aUser)));
process.stdout.write(outcome.isOk() ? 'committed\n' : `${outcome.error.kind}\n`);
setInterval(() => undefined, 1000);
