import { invariant } from '../../model/app-error.js';
import type { Webhook } from '../../model/webhook.js';
import type { RandomSource } from '../../ports/random-source.js';

const prefix = 'whsec_';
const secretBytes = 32;

/** `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (random: RandomSource): string =>
  prefix + btoa(String.fromCharCode(...random.bytes(secretBytes)));

/** The random bytes of a secret, which are the key of `webhook-signature`. */
export const secretKeyBytes = (secret: string): Uint8Array => {
  invariant(secret.startsWith(prefix), 'a webhook secret has its prefix');
  return Uint8Array.from(atob(secret.slice(prefix.length)), (character) => character.charCodeAt(0));
};

/** The one place where a webhook's secret belongs: moved to another row or organization it does not open. */
export const webhookSecretContext = ({ id, organizationId }: Pick<Webhook, 'id' | 'organizationId'>): string =>
  `webhooks|${id}|${organizationId}|secret`;
