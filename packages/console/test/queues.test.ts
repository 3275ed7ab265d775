import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { knownQueues, queuesOf } from '../app/operator/queues.js';
import { readSamples } from '../app/operator/samples.js';

const alerts = new URL('../../../examples/reference-server/operations/alerts.yaml', import.meta.url);

describe('queuesOf', () => {
  it('tells what waits, for how long, and whether that is too long', () => {
    const samples = readSamples(`svc_queue_length{queue="mails"} 2
svc_queue_length{queue="events"} 1
svc_queue_length{queue="to_come"} 0
svc_queue_oldest_age_seconds{queue="mails"} 1800.5
svc_queue_oldest_age_seconds{queue="events"} 300
`);
    expect(queuesOf(samples)).to.deep.equal([
      { name: 'mails', label: 'Mails', count: 2, oldestAgeSeconds: 1800.5, isLate: true },
      { name: 'events', label: 'Events for webhooks and people', count: 1, oldestAgeSeconds: 300, isLate: false },
      { name: 'to_come', label: 'to_come', count: 0, oldestAgeSeconds: 0, isLate: false },
    ]);
  });

  it('calls late what the rules of alerts beside the server call late', async () => {
    const rules = (await readFile(alerts, 'utf8')).matchAll(/svc_queue_oldest_age_seconds\{queue="(\w+)"\}\) > (\d+)/g);
    const known = Object.entries(knownQueues).flatMap(([name, { lateAfterSeconds }]) =>
      lateAfterSeconds === undefined ? [] : [[name, lateAfterSeconds]],
    );
    expect(Object.fromEntries(known)).to.deep.equal(
      Object.fromEntries([...rules].map(([, name = '', seconds]) => [name, Number(seconds)])),
    );
  });
});
