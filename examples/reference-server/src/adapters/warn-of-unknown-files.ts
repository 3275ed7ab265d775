import type { UnitOfWork } from '@svc/core/ports';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';

const holdsFiles = (folder: string): boolean => {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
};

/**
 * Says so when there are files and the database is as good as new: it was emptied, or looked for in the wrong place. The server starts all the same, since
 * it leaves alone what its database does not know.
 */
export const warnOfUnknownFiles = async (
  root: string,
  unitOfWork: Pick<UnitOfWork, 'read'>,
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  const files = join(root, 'repositories');
  if (!holdsFiles(files)) return;
  const organizations = await unitOfWork.read(async (queries) => queries.organizations.listAll({ limit: 1 }));
  if (organizations.isErr() || organizations.value.items.length > 0) return;
  log.warn({ files }, 'the database knows of no organization, and there are files of some: is it the right one?');
};
