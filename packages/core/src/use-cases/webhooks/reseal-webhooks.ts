import type { ResealedWebhooks } from '../../model/maintenance.js';
import { ok, okAsync, type Result, type ResultAsync, safeTry } from 'neverthrow';
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
    return safeTry(async function* () {
      let after: WebhookId | undefined;
      do {
        const from: WebhookId | undefined = after;
        const page = yield* await unitOfWork.read(({ webhooks }) => webhooks.listById(from, webhooksPerPage));
        for (const webhook of page) {
          if (!secretBox.isOutdated(webhook.sealedSecret)) continue;
          const outcome = yield* await resealOne(unitOfWork, secretBox, webhook);
          if (outcome !== undefined) counts[outcome] += 1;
        }
        after = page.at(-1)?.id;
      } while (after !== undefined);
      return ok(counts);
    });
  };
