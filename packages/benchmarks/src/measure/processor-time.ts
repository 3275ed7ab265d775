import { readFileSync } from 'node:fs';

/** What Linux counts in everywhere that Node runs. */
const ticksPerSecond = 100;

/** How long a process has kept processors busy so far, all threads together, the kernel's work for it included, in seconds. Linux only. */
export const processorSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program stands in parentheses and may hold anything; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
};
