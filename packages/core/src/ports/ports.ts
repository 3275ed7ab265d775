import type { Limits } from '../model/quotas/limits.js';
import type { PlanId } from '../model/quotas/plan.js';
import type { BillingProvider } from './billing-provider.js';
import type { BlobStore } from './blob-store.js';
import type { BucketConnector } from './bucket-connector.js';
import type { ChunkCodec } from './chunk-codec.js';
import type { Clock } from './clock.js';
import type { Hasher } from './hasher.js';
import type { IdentityProvider } from './identity-provider.js';
import type { Mailer } from './mailer.js';
import type { RandomSource } from './random-source.js';
import type { SecretBox } from './secret-box.js';
import type { UnitOfWork } from './unit-of-work.js';
import type { WebhookSender } from './webhook-sender.js';

/** A secret for links that the service signs itself; `id` says which one a link was made with. */
export interface LinkKey {
  readonly id: string;
  /** At least 32 bytes. */
  readonly secret: Uint8Array;
}

/** Sizes, counts and milliseconds are whole numbers, and no number is infinite. */
export interface Settings {
  /** Where clients reach the service, without a trailing slash: `https://host[:port][/path]`. Every URL that the service hands out begins with it. */
  readonly baseUrl: string;
  /** The first one signs, all are accepted; at least one. */
  readonly linkKeys: readonly LinkKey[];
  /** The plan of a new organization. */
  readonly defaultPlan: PlanId;
  /** How many bytes one process verifies for one organization in an hour, above 0; `defaultVerifiedBytesPerHour` when absent. */
  readonly verifiedBytesPerHour?: number | undefined;
  /** The absolute end of what a sign-in leads to, however often sessions are exchanged, above 0; 30 days when omitted. */
  readonly sessionMaxMs?: number | undefined;
  /** Those that are absent are as in `defaultLimits`. */
  readonly limits?: Partial<Limits> | undefined;
  /** How fast the service reads its own storage through, over and over, to find damage; it does not when absent or 0. */
  readonly scrubBytesPerSecond?: number | undefined;
  /** How long the bytes of a deleted repository are left alone; a day when absent, and no less than two hours. */
  readonly deletedRepositoryGraceMs?: number | undefined;
  /** Whether `collectGarbage` removes anything; false when absent: it only tells what it would remove. */
  readonly gcReclaim?: boolean | undefined;
  /** For how long what was taken out of every answer can still be brought back; `defaultGcGraceMs` when absent, and no less than `minGcGraceMs`. */
  readonly gcGraceMs?: number | undefined;
  /** How many files a process reads and removes in a second while it collects garbage, and how many bytes it reads, both above 0; any number when absent. */
  readonly gcRequestsPerSecond?: number | undefined;
  readonly gcBytesPerSecond?: number | undefined;
  /** From how many chunks on the index of a repository has hooks alone; `defaultSparseIndexChunks` when absent. */
  readonly sparseIndexChunks?: number | undefined;
  /** After how long without a download an object is cold; `defaultColdAfterMs` when absent. */
  readonly coldAfterMs?: number | undefined;
  /** How large a whole object is at least that is converted; `defaultMinConvertedBytes` when absent. */
  readonly minConvertedBytes?: number | undefined;
  /** How many bytes a process reads and writes in a second while it converts whole objects, above 0; any number when absent. */
  readonly conversionBytesPerSecond?: number | undefined;
}

/** Both ids are the billing provider's own. */
export interface OrphanedSubscription {
  readonly customerId: string;
  readonly subscriptionId: string;
}

/** Everything that the domain needs from outside. */
export interface Ports {
  readonly unitOfWork: UnitOfWork;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly hasher: Hasher;
  readonly codec: ChunkCodec;
  /** What is computed by itself while nobody waits for it; by `codec` when absent. It may be slow as long as others want the processor. */
  readonly backgroundCodec?: ChunkCodec | undefined;
  /** Undefined: sign-in is by sessions of the service's own alone. */
  readonly identityProvider?: IdentityProvider | undefined;
  /** Undefined, as well as without a secret box: this service reaches no buckets that customers bring. */
  readonly connector?: BucketConnector | undefined;
  readonly secretBox?: SecretBox | undefined;
  /** Undefined: no mail is sent, and what a mail would have carried is shown where that is safe. */
  readonly mailer?: Mailer | undefined;
  /** Undefined, as well as without a secret box: this service tells no webhooks. */
  readonly webhookSender?: WebhookSender | undefined;
  /** Undefined: nobody pays here, and the operator sets the plans. */
  readonly billingProvider?: BillingProvider | undefined;
  /** Hears, at each event of the billing provider about it, of a subscription that goes on being paid by a customer whom no organization is. */
  readonly onOrphanedSubscription?: ((orphan: OrphanedSubscription) => void) | undefined;
  readonly settings: Settings;
}
