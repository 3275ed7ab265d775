import { noRoomOf } from '../no-room.js';
import { StartProblem } from '../start-problem.js';

/** What SQLite and the system say of a disk that is full. */
const reasonOf = (fault: unknown): string | undefined =>
  fault instanceof Error && 'code' in fault && fault.code === 'SQLITE_FULL' ? fault.message : noRoomOf(fault);

/** Does something that writes the file at `path`. Neither SQLite nor the system says which disk is full, and it is another one than the server's database has. */
export const writingTo = async <T>(path: string, act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (fault) {
    const reason = reasonOf(fault);
    if (reason === undefined) throw fault;
    throw new StartProblem(`there is no room for ${path}: ${reason}`);
  }
};
