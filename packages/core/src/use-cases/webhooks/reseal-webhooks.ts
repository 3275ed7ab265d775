import type { ResealedWebhooks } from '../../model/maintenance.js';
import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { WebhookId } from '../../model/values/index.js';
import type { Webhook } from '../../model/webhook.js';
import type { Ports } from '../../ports/ports.js';
import type { SecretBox } from '../../ports/secret-box.js';
import { webhookSecretContext } from './webhook-secret.js';

/** How many webhooks are looked at together. */
const webhooksPerPage = 100;

/** What became of it; undefined when somebody else was quicker. */
const resealOne = async (
  unitOfWork: Ports['unitOfWork'],
  secretBox: SecretBox,
  webhook: Webhook,
): Promise<Result<keyof ResealedWebhooks | undefined, Unavailable>> => {
  const context = webhookSecretContext(webhook);
  const secret = await secretBox.open(webhook.sealedSecret, context);
  if (secret === undefined) return ok('unreadable');
  const sealed = await secretBox.seal(secret, context);
  return unitOfWork.transact(async ({ webhooks }): Promise<Result<'resealed' | undefined, never>> =>
    ok((await webhooks.reseal(webhook, sealed)) ? 'resealed' : undefined),
  );
};

export const resealWebhooks =
  ({ unitOfWork, secretBox }: Pick<Ports, 'unitOfWork' | 'secretBox'>) =>
  (): ResultAsync<ResealedWebhooks, Unavailable> => {
    const counts = { resealed: 0, unreadable: 0 };
    if (secretBox === undefined) return okAsync(counts);
    const run = async (): Promise<Result<ResealedWebhooks, Unavailable>> => {
      let after: WebhookId | undefined;
      do {
        const from: WebhookId | undefined = after;
        const page = await unitOfWork.read(({ webhooks }) => webhooks.listById(from, webhooksPerPage));
        if (page.isErr()) return err(page.error);
        for (const webhook of page.value) {
          if (!secretBox.isOutdated(webhook.sealedSecret)) continue;
          const outcome = await resealOne(unitOfWork, secretBox, webhook);
          if (outcome.isErr()) return err(outcome.error);
          if (outcome.value !== undefined) counts[outcome.value] += 1;
        }
        after = page.value.at(-1)?.id;
      } while (after !== undefined);
      return ok(counts);
    };
    return new ResultAsync(run());
  };
