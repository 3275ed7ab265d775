import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../client/api-client.js';
import { type Answer, type Exchange, textOf } from '../client/exchange.js';

const mostTimes = 10;

/** Asks again when it is told to come back, as real clients do; `onPutOff` hears of each time, and what the answer said. */
export const askAgain = (client: ApiClient, onPutOff: (told: string) => void): ApiClient => {
  const patiently = async (name: string, ask: () => Promise<Answer>): Promise<Answer> => {
    for (let times = 1; ; times += 1) {
      const answer = await ask();
      const seconds = Number(answer.headers['retry-after']);
      if (answer.status !== 503 || !(seconds > 0) || times === mostTimes) return answer;
      onPutOff(`${name}: ${textOf(answer)}`);
      await sleep(seconds * 1000);
    }
  };
  return {
    ...client,
    call: (method, path, ...rest) => patiently(`${method} ${path}`, () => client.call(method, path, ...rest)),
    exchange: (request: Exchange) => patiently(`${request.method} a signed URL`, () => client.exchange(request)),
  };
};
