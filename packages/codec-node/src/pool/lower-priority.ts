import { readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** That of the process's first thread, which is what the system calls the process's. */
const priorityOfProcess = (): number => {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // Behind the program's name, which may have spaces and brackets in it.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
};

/**
 * Has the thread that calls it come after all others that want the processor. Only where threads have priorities of their own, as on Linux; elsewhere it would hold
 * the whole process back, which is found out by the smallest step. Whether it has.
 */
export const lowerPriority = (): boolean => {
  if (process.platform !== 'linux') return false;
  try {
    const [before, own] = [priorityOfProcess(), getPriority()];
    if (own === constants.priority.PRIORITY_LOW) return true;
    setPriority(own + 1);
    if (priorityOfProcess() !== before) return false;
    setPriority(constants.priority.PRIORITY_LOW);
    return true;
  } catch {
    // A system that lets nobody look or change goes on as it was.
    return false;
  }
};
