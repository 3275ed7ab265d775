import * as http from 'node:http';
import * as https from 'node:https';
import type { GuardedAgents } from '../../src/guarded-agents.js';

/** The status, or the code of the fault. */
export const outcomeOf = (request: http.ClientRequest): Promise<number | string> =>
  new Promise((resolve) => {
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', (fault) => resolve('code' in fault && typeof fault.code === 'string' ? fault.code : fault.message));
    request.end();
  });

/** Requests the URL without asking `checkEgressUrl`. */
export const tryUrl = (agents: GuardedAgents, url: URL, options: https.RequestOptions = {}): Promise<number | string> =>
  outcomeOf(
    url.protocol === 'https:'
      ? https.request(url, { ...options, agent: agents.https })
      : http.request(url, { ...options, agent: agents.http }),
  );
