import { readFileSync } from 'node:fs';

const sampleEveryMs = 20;

/** Nothing for a process that has ended. */
const statusOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};

/** What a process occupies in memory now, in MB (10^6 bytes). Linux only. */
export const residentMb = (pid: number): number => {
  const [, kib = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(statusOf(pid)) ?? [];
  return (Number(kib) * 1024) / 1e6;
};

/** Watches a process until it is asked for the most that the process has occupied, in MB. */
export const watchMemory = (pid: number): (() => number) => {
  let most = residentMb(pid);
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, sampleEveryMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return most;
  };
};
