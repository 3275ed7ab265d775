import type { Instant } from '../../model/values/index.js';
import type { Delivery } from '../../model/webhook.js';
import type { Hasher } from '../../ports/hasher.js';
import { secretKeyBytes } from './webhook-secret.js';

const base64OfHex = (hex: string): string =>
  btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16))));

const encoder = new TextEncoder();

/**
 * The headers of one attempt (spec 6.3). `X-SVC-Signature` is the HMAC of the body alone, keyed with the secret as it is written. Those of Standard
 * Webhooks sign id and time too, by which a receiver refuses what is sent again by others; their key is the secret's random bytes.
 */
export const signedHeaders = (
  hasher: Hasher,
  secret: string,
  { id, eventType, body }: Pick<Delivery, 'id' | 'eventType' | 'body'>,
  now: Instant,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(now / 1000));
  const ofBody = hasher.hmacSha256(encoder.encode(secret))(body);
  const ofAll = hasher.hmacSha256(secretKeyBytes(secret))(`${id}.${timestamp}.${body}`);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'svc-webhook/1',
    'X-SVC-Event': eventType,
    'X-SVC-Delivery': id,
    'X-SVC-Timestamp': timestamp,
    'X-SVC-Signature': `sha256=${ofBody}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${base64OfHex(ofAll)}`,
  };
};
