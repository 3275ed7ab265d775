import { organization } from '../endpoint/access.js';
import { json, noFields } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import { pageQuery } from '../schemas/parameters.js';
import {
  createdWebhookReply,
  createWebhookBody,
  deliveriesReply,
  deliveryReply,
  deliveryView,
  updateWebhookBody,
  webhookCommand,
  webhookReply,
  webhooksReply,
  webhookView,
} from '../schemas/webhook.js';

/** Spec 2.6, 4.7. */
export const webhookEndpoints = [
  endpoint({
    name: 'webhooks.list',
    summary: "The organization's webhooks, newest first, without their secrets",
    route: 'GET /organizations/{orgID}/webhooks',
    access: organization('organization.update'),
    query: pageQuery,
    output: { 200: webhooksReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.webhooks
        .list(grant, query)
        .map(({ items, nextCursor }) => reply(200, { webhooks: items.map(webhookView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'webhooks.create',
    summary: 'Have events sent to a URL; the secret that signs them is shown this once',
    route: 'POST /organizations/{orgID}/webhooks',
    access: organization('organization.update'),
    body: json(createWebhookBody),
    output: { 201: createdWebhookReply },
    errors: ['bad_request', 'not_found', 'forbidden', 'conflict:webhook_limit', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.webhooks
        .create(grant, webhookCommand(body))
        .map(({ webhook, secret }) => reply(201, { webhook: { ...webhookView(webhook), secret } })),
  }),
  endpoint({
    name: 'webhooks.update',
    summary: 'Change a webhook, pause it, or switch it on again, which clears its failures',
    route: 'PATCH /organizations/{orgID}/webhooks/{webhookID}',
    access: organization('organization.update'),
    body: json(updateWebhookBody),
    output: { 200: webhookReply },
    errors: ['bad_request', 'not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params, body: { active, ...rest } }) =>
      application.webhooks
        .update(grant, params.webhookID, { ...rest, isActive: active })
        .map((changed) => reply(200, { webhook: webhookView(changed) })),
  }),
  endpoint({
    name: 'webhooks.delete',
    summary: 'Forget a webhook, its deliveries, and what it was not told yet',
    route: 'DELETE /organizations/{orgID}/webhooks/{webhookID}',
    access: organization('organization.update'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params }) => application.webhooks.remove(grant, params.webhookID).map(() => replyEmpty(204)),
  }),
  endpoint({
    name: 'webhooks.deliveries',
    summary: 'What was sent to a webhook in the last 30 days, and what became of it, newest first',
    route: 'GET /organizations/{orgID}/webhooks/{webhookID}/deliveries',
    access: organization('organization.update'),
    query: pageQuery,
    output: { 200: deliveriesReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant, params, query }) =>
      application.webhooks
        .listDeliveries(grant, params.webhookID, query)
        .map(({ items, nextCursor }) => reply(200, { deliveries: items.map(deliveryView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'webhooks.redeliver',
    summary: 'Send the bytes of a delivery once more, as a new delivery',
    route: 'POST /organizations/{orgID}/webhooks/{webhookID}/deliveries/{deliveryID}/redeliver',
    access: organization('organization.update'),
    body: noFields(),
    output: { 202: deliveryReply },
    errors: ['not_found', 'forbidden', 'conflict:webhook_inactive', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.webhooks
        .redeliver(grant, params.webhookID, params.deliveryID)
        .map((delivery) => reply(202, { delivery: deliveryView(delivery) })),
  }),
];
