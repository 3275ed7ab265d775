import { readFileSync } from 'node:fs';

/** What Linux counts in everywhere that Node runs. */
const ticksPerSecond = 100;

/** The fields of a process's `stat` from `first` on, counted as `proc(5)` does, added up, in seconds. */
const addedUp = (pid: number | 'self', first: number, count: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program stands in parentheses and may hold anything; the state that follows it is field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(first - 3, first - 3 + count).reduce((sum, field) => sum + Number(field), 0) / ticksPerSecond;
};

/** How long a process has kept processors busy so far, all threads together, the kernel's work for it included, in seconds. Linux only. */
export const processorSeconds = (pid: number): number => addedUp(pid, 14, 2);

/** The same of all processes that this one has started and that have ended, and of those that they waited for. */
export const endedChildrenSeconds = (): number => addedUp('self', 16, 2);

/** How long all processors of the machine have been busy since it was started, in seconds. */
export const machineSeconds = (): number => {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line.trim().split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) / ticksPerSecond;
};
