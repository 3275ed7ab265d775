import { connectionOf, type RepositoryId } from '@svc/core/model';
import type { Queries, UnitOfWork } from '@svc/core/ports';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../start-problem.js';

const repositoriesAtOnce = 100;
const filesAtOnce = 100;

/** Whether it has an object, or a file that has come: of one that is on its way nothing may be there yet. */
const hasStored = async ({ integrity }: Queries, id: RepositoryId): Promise<boolean> => {
  const [object] = await integrity.listObjects(id, undefined, 1);
  const files = await integrity.listFiles(id, undefined, filesAtOnce);
  return object !== undefined || files.some(({ state }) => state === 'stored');
};

/** Whether the database knows of anything in the service's own storage. It looks no further than to the first that it finds. */
const knowsStored = async (unitOfWork: UnitOfWork): Promise<boolean> => {
  for (let after: RepositoryId | undefined; ;) {
    const slice = await unitOfWork.read(async (queries) => {
      const repositories = await queries.integrity.listRepositories(after, repositoriesAtOnce);
      for (const { id, namespace } of repositories) {
        if (connectionOf(namespace) === undefined && (await hasStored(queries, id))) return 'found';
      }
      return repositories.at(-1)?.id;
    });
    if (slice.isErr()) throw new StartProblem('the database does not answer');
    if (slice.value === 'found') return true;
    if (slice.value === undefined) return false;
    after = slice.value;
  }
};

/**
 * A `StartProblem` when the folder holds no files at all and the database knows of some: its disk is not mounted. A server would tell its clients that everything
 * is lost, and what it stored would be hidden as soon as the disk is there.
 */
export const demandMounted = async (root: string, unitOfWork: UnitOfWork): Promise<void> => {
  const files = join(root, 'repositories');
  if (existsSync(files) || !(await knowsStored(unitOfWork))) return;
  throw new StartProblem(
    `the database knows of files, and there are none in ${root}: mount its disk, or bring them back; where they are lost, make the folder ${files}`,
  );
};
