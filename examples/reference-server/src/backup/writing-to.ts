import { StartProblem } from '../start-problem.js';

/** What SQLite and the system say of a disk that is full. */
const fullCodes: readonly unknown[] = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'];

/** Does something that writes the file at `path`. Neither SQLite nor the system says which disk is full, and it is another one than the server's database has. */
export const writingTo = async <T>(path: string, act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fullCodes.includes(fault.code))) throw fault;
    throw new StartProblem(`there is no room for ${path}: ${fault.message}`);
  }
};
