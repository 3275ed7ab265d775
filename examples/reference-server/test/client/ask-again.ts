import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, textOf } from './exchange.js';

const mostTimes = 60;

/** Asks again when it is told to come back, as real clients do; `onPutOff` hears of each time, and what the answer said. */
export const askAgain = async (ask: () => Promise<Answer>, onPutOff: (told: string) => void): Promise<Answer> => {
  for (let times = 1; ; times += 1) {
    const answer = await ask();
    const seconds = Number(answer.headers['retry-after']);
    if (answer.status !== 503 || !(seconds > 0) || times === mostTimes) return answer;
    onPutOff(textOf(answer));
    await sleep(seconds * 1000);
  }
};
