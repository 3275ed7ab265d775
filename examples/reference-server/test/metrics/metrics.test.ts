import type { JobOutcomes } from '@svc/node';
import { unavailable } from '@svc/core/model';
import type { Backlogs } from '@svc/core/ports';
import { expect } from 'chai';
import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import { createMeasuring } from '../../src/metrics/measuring.js';
import { measuredJobs } from '../../src/metrics/measured-jobs.js';
import { createMetrics } from '../../src/metrics/metrics.js';

const none = { count: 0, oldestAt: undefined };
const nothing: Backlogs = {
  events: none,
  deliveries: none,
  mails: none,
  verifications: { ...none, bytes: 0 },
  awaitedUploads: none,
  openSessions: none,
  collections: { ...none, deadBytes: 0 },
};

const connections = () => ({ size: 5, idle: 2, waiting: 1 });

const metricsOver = (readBacklogs: () => ResultAsync<Backlogs, ReturnType<typeof unavailable>> = () => okAsync(nothing)) =>
  createMetrics({ readBacklogs, connections });

const request = {
  requestId: 'r1',
  endpoint: 'objects.list',
  method: 'GET',
  path: '/api/v1/repositories/secret-name/objects',
  address: '203.0.113.7',
  userId: 'u1',
  tokenId: 't1',
  status: 200,
  error: undefined,
  durationMs: 60,
  bytesIn: 0,
  bytesOut: 17,
  isComplete: true,
};

const collected: NonNullable<JobOutcomes['maintenance.collectGarbage']> = {
  repositories: 2,
  refusals: [],
  packs: 3,
  unneededFiles: 1,
  unneededBytes: 10,
  quarantinedBytes: 20,
  deletedFiles: 1,
  deletedBytes: 30,
  deadBytes: 40,
  rewrittenPacks: 4,
};

describe('the metrics', () => {
  it('count requests by row and status class, their time, bytes, failures and ends', async () => {
    const metrics = metricsOver();
    metrics.http.answered(request);
    metrics.http.answered({ ...request, status: 402, error: 'quota_exceeded:storage_quota', bytesIn: 5, bytesOut: 0 });
    metrics.http.answered({ ...request, endpoint: undefined, status: 499, isComplete: false, bytesOut: 0 });
    metrics.http.fault({ error: new Error('secret'), requestId: 'r1', endpoint: undefined });
    const { text } = await metrics.page();
    expect(text).to.contain('svc_http_request_duration_seconds_bucket{le="0.05",endpoint="objects.list",status_class="2xx"} 0\n');
    expect(text).to.contain('svc_http_request_duration_seconds_bucket{le="0.1",endpoint="objects.list",status_class="2xx"} 1\n');
    expect(text).to.contain('svc_http_sent_bytes_total{endpoint="objects.list"} 17\n');
    expect(text).to.contain('svc_http_received_bytes_total{endpoint="objects.list"} 5\n');
    expect(text).to.contain('svc_http_errors_total{code="quota_exceeded",reason="storage_quota"} 1\n');
    expect(text).to.contain('svc_http_cut_off_total{by="client"} 1\n').and.to.contain('svc_http_faults_total 1\n');
    for (const secret of ['secret', '203.0.113.7', 'u1', 't1', 'r1']) expect(text).not.to.contain(`"${secret}`);
  });

  it('tell how long the first in each queue has waited, and nothing of queues while the database is away', async () => {
    let answer: ResultAsync<Backlogs, ReturnType<typeof unavailable>> = okAsync({
      ...nothing,
      mails: { count: 3, oldestAt: Date.now() - 90_000 },
    });
    const { text } = await metricsOver(() => answer).page();
    expect(text).to.contain('svc_queue_length{queue="mails"} 3\n').and.to.contain('svc_database_up 1\n');
    const [, age] = /^svc_queue_oldest_age_seconds\{queue="mails"\} (\S+)$/m.exec(text) ?? [];
    expect(Number(age)).to.be.at.least(90);
    answer = errAsync(unavailable('database'));
    const { text: away } = await metricsOver(() => answer).page();
    expect(away).to.contain('svc_database_up 0\n').and.not.to.contain('queue="mails"');
  });

  it('ask the database once for scrapes that come together', async () => {
    let asked = 0;
    const metrics = metricsOver(() => {
      asked += 1;
      return okAsync(nothing);
    });
    await Promise.all([metrics.page(), metrics.page()]);
    await metrics.page();
    expect(asked).to.equal(1);
  });

  it('tell of the connections, and of how long they were waited for', async () => {
    const metrics = metricsOver();
    metrics.onConnection(20);
    const { text } = await metrics.page();
    expect(text).to.contain('svc_database_connections{state="used"} 3\n').and.to.contain('svc_database_waiting 1\n');
    expect(text).to.contain('svc_database_wait_seconds_bucket{le="0.01"} 0\n');
    expect(text).to.contain('svc_database_wait_seconds_bucket{le="0.05"} 1\n');
  });
});

describe('jobs that are measured', () => {
  it('are heard by the log and, once they are loaded, by the metrics', async () => {
    const heard: unknown[] = [];
    const measuring = createMeasuring(() => Promise.resolve(metricsOver()));
    const hooks = measuredJobs(
      { onFault: (fault) => heard.push(fault.kind), onDone: { 'maintenance.collectGarbage': (found) => heard.push(found) } },
      measuring,
    );
    hooks.onDone?.['maintenance.collectGarbage']?.(collected);
    const metrics = await measuring.begin();
    hooks.onDone?.['maintenance.collectGarbage']?.(collected);
    hooks.onDone?.['maintenance.collectGarbage']?.(undefined);
    hooks.onFault({ job: 'mails.sendNext', kind: 'bug', error: new Error('on purpose') });
    hooks.onRun?.('maintenance.sweep');
    const { text } = await metrics.page();
    expect(heard).to.deep.equal([collected, collected, undefined, 'bug']);
    expect(text).to.contain('svc_gc_visited_repositories_total 2\n').and.to.contain('svc_gc_deleted_bytes_total 30\n');
    expect(text).to.contain('svc_gc_rewritten_packs_total 4\n');
    expect(text).to.contain('svc_job_faults_total{call="mails.sendNext",kind="bug"} 1\n');
    expect(text).to.match(/^svc_job_last_run_timestamp_seconds\{call="maintenance\.sweep"\} \d+/m);
  });

  it('are loaded once, however many ask', async () => {
    let loaded = 0;
    const measuring = createMeasuring(() => {
      loaded += 1;
      return Promise.resolve(metricsOver());
    });
    expect(measuring.current).to.equal(undefined);
    expect(await measuring.begin()).to.equal(await measuring.begin());
    expect(loaded).to.equal(1);
    expect(measuring.current).not.to.equal(undefined);
  });
});
