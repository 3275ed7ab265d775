import * as http from 'node:http';
import * as https from 'node:https';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '@svc/core/ports';
import {
  checkEgressUrl,
  createGuardedAgents,
  type GuardedAgents,
  type GuardedAgentsOptions,
  parseNetworks,
} from '@svc/egress-guard';
import { dropBody } from './drop-body.js';
import { faultOf } from './fault-of.js';

export interface WebhookSenderOptions extends Pick<GuardedAgentsOptions, 'allow' | 'lookup'> {
  /** From the look-up of the name to the head of the answer, in milliseconds; 10 s when absent. */
  readonly timeoutMs?: number | undefined;
  /** False accepts any certificate; true when absent. */
  readonly rejectUnauthorized?: boolean | undefined;
}

const defaultTimeoutMs = 10_000;
/** Of the body of an answer, once its head is there. */
const answerLimits = { maxBytes: 64 * 1024, maxMs: 1000 };

/**
 * Posts webhooks through agents that connect to public addresses alone, and to those that `allow` names. A connection carries one request: none that
 * somebody has opened is used for another.
 */
export const createWebhookSender = ({
  timeoutMs = defaultTimeoutMs,
  rejectUnauthorized = true,
  ...guarded
}: WebhookSenderOptions): WebhookSender => {
  const networks = parseNetworks(guarded.allow);
  const agents = createGuardedAgents({ ...guarded, rejectUnauthorized, keepsConnections: false });
  return {
    isAllowed: (url) => checkEgressUrl(url, networks) !== undefined,
    send: async (request) => {
      const url = checkEgressUrl(request.url, networks);
      return url === undefined ? { kind: 'failed', fault: 'address_forbidden' } : post(agents, url, request, timeoutMs);
    },
  };
};

const post = (agents: GuardedAgents, url: URL, { headers, body }: WebhookRequest, timeoutMs: number): Promise<WebhookAnswer> =>
  new Promise((resolve) => {
    const bytes = Buffer.from(body);
    const options = { method: 'POST', headers: { ...headers, Connection: 'close', 'Content-Length': bytes.length } };
    const request =
      url.protocol === 'https:'
        ? https.request(url, { ...options, agent: agents.https })
        : http.request(url, { ...options, agent: agents.http });
    const deadline = setTimeout(() => {
      resolve({ kind: 'failed', fault: 'timeout' });
      request.destroy();
    }, timeoutMs);
    let hasAnswered = false;
    request.on('error', (fault) => {
      clearTimeout(deadline);
      // The head of an answer is the answer, whatever becomes of the connection. Faults of a request that is over are nobody's.
      if (!hasAnswered) resolve({ kind: 'failed', fault: faultOf(fault) });
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      clearTimeout(deadline);
      resolve({ kind: 'failed', fault: 'invalid_answer' });
    });
    request.on('response', (response) => {
      clearTimeout(deadline);
      hasAnswered = true;
      void dropBody(response, answerLimits).then(() => resolve({ kind: 'answered', status: response.statusCode ?? 0 }));
    });
    request.end(bytes);
  });
