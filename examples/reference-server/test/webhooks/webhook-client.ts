import { z } from 'zod';
import type { ApiClient } from '../client/api-client.js';
import { expectStatus, read } from '../client/exchange.js';
import { organizationAnswer } from '../client/wire.js';

const createdWebhook = z.object({ webhook: z.object({ id: z.string(), secret: z.string() }) });
const webhooksAnswer = z.object({
  webhooks: z.array(
    z.object({ id: z.string(), active: z.boolean(), consecutive_failures: z.number(), last_error: z.string().optional() }),
  ),
});
const deliveriesAnswer = z.object({
  deliveries: z.array(
    z.object({
      id: z.string(),
      success: z.boolean().optional(),
      attempts: z.number(),
      http_status: z.number().optional(),
      error: z.string().optional(),
      duration_ms: z.number().optional(),
    }),
  ),
});

/** An organization with webhooks, seen by its owner. */
export interface WebhookClient {
  readonly organizationId: string;
  create(url: string, events?: readonly string[]): Promise<{ readonly id: string; readonly secret: string }>;
  refusedUrl(url: string): Promise<void>;
  list(): Promise<z.output<typeof webhooksAnswer>['webhooks']>;
  /** The last 100. */
  deliveries(id: string): Promise<z.output<typeof deliveriesAnswer>['deliveries']>;
  redeliver(id: string, delivery: string): Promise<void>;
  /** One event of the type `repository.created`; answers the id of the repository. */
  emit(slug: string): Promise<string>;
}

export const webhookClientOf = (api: ApiClient, organizationId: string): WebhookClient => {
  const path = `/organizations/${organizationId}/webhooks`;
  return {
    organizationId,
    create: async (url, events = ['*']) => read(await api.call('POST', path, { url, events }), 201, createdWebhook).webhook,
    refusedUrl: async (url) => {
      expectStatus(await api.call('POST', path, { url, events: ['*'] }), 400);
    },
    list: async () => read(await api.call('GET', path), 200, webhooksAnswer).webhooks,
    deliveries: async (id) => read(await api.call('GET', `${path}/${id}/deliveries?limit=100`), 200, deliveriesAnswer).deliveries,
    redeliver: async (id, delivery) => {
      expectStatus(await api.call('POST', `${path}/${id}/deliveries/${delivery}/redeliver`), 202);
    },
    emit: async (slug) => {
      const answer = await api.call('POST', `/organizations/${organizationId}/repositories`, { name: slug });
      return read(answer, 201, z.object({ repository: z.object({ id: z.string() }) })).repository.id;
    },
  };
};

/** Of an organization that is made for it. */
export const createWebhookClient = async (api: ApiClient, name: string): Promise<WebhookClient> => {
  const { organization } = read(await api.call('POST', '/organizations', { name }), 201, organizationAnswer);
  return webhookClientOf(api, organization.id);
};
