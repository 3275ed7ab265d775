import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { Page, PageRequest, WebhookId } from '../../model/values/index.js';
import type { Delivery, Webhook } from '../../model/webhook.js';
import type { Ports } from '../../ports/ports.js';

type Manage = OrganizationGrant<'organization.update'>;

export const listWebhooks =
  ({ unitOfWork }: Pick<Ports, 'unitOfWork'>) =>
  ({ organization }: Manage, page: PageRequest): ResultAsync<Page<Webhook>, Unavailable> =>
    unitOfWork.read(({ webhooks }) => webhooks.list(organization.id, page));

export const listDeliveries =
  ({ unitOfWork }: Pick<Ports, 'unitOfWork'>) =>
  ({ organization }: Manage, id: WebhookId, page: PageRequest): ResultAsync<Page<Delivery>, NotFound | Unavailable> =>
    unitOfWork
      .read(async ({ webhooks, deliveries }) => {
        const webhook = await webhooks.find(organization.id, id);
        return webhook && deliveries.list(id, page);
      })
      .andThen((found): Result<Page<Delivery>, NotFound> => (found === undefined ? err(notFound) : ok(found)));
