import { openPostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';

const migrate = async (): Promise<TestDatabase> => {
  const database = await newDatabase();
  await (await openPostgresDatabase({ url: database.url })).close();
  return database;
};

let template: Promise<TestDatabase> | undefined;

/** A new database whose schema is at its newest step. Copying one takes less time than taking the steps. */
export const migratedDatabase = async (): Promise<TestDatabase> => newDatabase({ copyOf: (await (template ??= migrate())).url });
