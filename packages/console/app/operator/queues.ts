import { type Sample, samplesOf } from './samples.js';

export interface Queue {
  readonly name: string;
  readonly label: string;
  readonly count: number;
  readonly oldestAgeSeconds: number;
  readonly isLate: boolean;
}

interface KnownQueue {
  readonly label: string;
  /** For how long the first may wait, as the rules of alerts beside the server have it; undefined where waiting is no fault. */
  readonly lateAfterSeconds?: number;
}

/** The queues of the service, by their names in its metrics. */
export const knownQueues: Readonly<Record<string, KnownQueue>> = {
  events: { label: 'Events for webhooks and people', lateAfterSeconds: 300 },
  webhook_deliveries: { label: 'Deliveries of webhooks', lateAfterSeconds: 900 },
  mails: { label: 'Mails', lateAfterSeconds: 1800 },
  verifications: { label: 'Verifications of large objects', lateAfterSeconds: 3600 },
  awaited_uploads: { label: 'Uploads of Git LFS that wait to be verified', lateAfterSeconds: 3600 },
  open_sessions: { label: 'Open upload sessions' },
  gc_visits: { label: 'Chunk trees that the collector has to look at' },
};

/** What waits, in the order of the metrics. There is nothing while the database does not answer. */
export const queuesOf = (samples: readonly Sample[]): readonly Queue[] =>
  samplesOf(samples, 'svc_queue_length').map(({ labels: { queue: name = '' }, value: count }) => {
    const { label, lateAfterSeconds = Infinity } = knownQueues[name] ?? { label: name };
    const [oldest] = samplesOf(samples, 'svc_queue_oldest_age_seconds', { queue: name });
    const oldestAgeSeconds = oldest?.value ?? 0;
    return { name, label, count, oldestAgeSeconds, isLate: oldestAgeSeconds > lateAfterSeconds };
  });
