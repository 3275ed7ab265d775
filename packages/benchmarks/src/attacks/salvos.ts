import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 500;

/** Answers the status of a request whose body is read to its end, or nothing when the connection broke. */
export type Send = (signal: AbortSignal) => Promise<number | undefined>;

/** Sends a request and forgets what it answers. */
export const statusOf = async (url: string, init: RequestInit): Promise<number | undefined> => {
  try {
    const response = await fetch(url, init);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
};

/** Sends all at once, and each again as soon as all are answered, until the signal; tells what was answered. */
export const sendSalvos = async (sends: readonly Send[], signal: AbortSignal): Promise<string> => {
  const counts = new Map<string, number>();
  let salvos = 0;
  while (!signal.aborted) {
    salvos += 1;
    await Promise.all(
      sends.map(async (send) => {
        const status = await send(signal);
        const outcome = status === undefined ? (signal.aborted ? 'under way at the end' : 'broken off') : `answered ${status}`;
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      }),
    );
    await sleep(pauseMs);
  }
  return [`salvos of ${sends.length}: ${salvos}`, ...[...counts].map(([outcome, count]) => `${count} ${outcome}`)].join(', ');
};
