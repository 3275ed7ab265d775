import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { createApiClient } from '../client/api-client.js';
import { viaSession } from '../bytes/upload-path.js';
import { objectNamed } from '../client/test-object.js';
import { startServer, type TestServer } from '../server/start-server.js';
import { signedUrls } from '../server/stack.js';

const read = (name: string): string => readFileSync(new URL(`../../operations/${name}`, import.meta.url), 'utf8');

const rule = z.strictObject({
  alert: z.string().regex(/^Svc[A-Za-z]+$/),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[smhd]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string() }),
});
const alertFile = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })) });

const dashboardFile = z.looseObject({
  panels: z.array(z.looseObject({ title: z.string(), targets: z.array(z.looseObject({ expr: z.string() })).default([]) })),
});

const tenant = 'tenant-by-name';
const metricsToken = 'mon-0123456789abcdef';
const outside = { 'X-Forwarded-For': '203.0.113.7' };

/** Every name that a scrape has samples of, or says what they would be. */
const namesIn = (page: string): ReadonlySet<string> =>
  new Set(
    [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );

/** `up` is what Prometheus itself says of a target. */
const namesUsedBy = (expression: string): readonly string[] =>
  [...expression.matchAll(/\b(?:svc|process|nodejs)_\w+/g)].map(([name]) => name);

describe('monitoring', () => {
  let server: TestServer;
  let page: string;
  let used: { readonly oid: string; readonly repositoryId: string };

  const scrape = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${server.baseUrl}/metrics`, { headers });

  before(async () => {
    server = await startServer({ environment: { METRICS_TOKEN: metricsToken } });
    const client = createApiClient(server.baseUrl, server.adminToken);
    const repository = await client.createRepository(tenant);
    const object = objectNamed('measured', 1000);
    const upload = await viaSession.begin(repository, object);
    await upload.put(object.bytes);
    await upload.verify();
    await upload.publish();
    for (let time = 0; time < 20; time += 1) await fetch(`${server.baseUrl}/api/v1/made-up/${String(time)}`);
    expect((await client.call('POST', `/organizations/${repository.organizationId}/repositories`, {})).status).to.equal(400);
    client.close();
    used = { oid: object.oid, repositoryId: repository.id };
    page = await (await scrape()).text();
  });
  after(() => server.close());

  it('sees requests by their operation, bytes, failures, queues, jobs and the process', () => {
    expect(page).to.match(/^svc_http_request_duration_seconds_count\{endpoint="uploads\.finalize",status_class="2xx"\} 1$/m);
    expect(page).to.match(/^svc_http_errors_total\{code="bad_request",reason=""\} 1$/m);
    expect(page).to.match(/^svc_queue_length\{queue="mails"\} 0$/m);
    expect(page).to.match(/^svc_database_up 1$/m);
    expect(page).to.match(/^process_resident_memory_bytes \d+$/m);
    expect(page).to.match(/^svc_build_info\{version="[^"]+"\} 1$/m);
    if (signedUrls === 'own') expect(page).to.match(/^svc_http_received_bytes_total\{endpoint="storage\.upload"\} \d+$/m);
    else expect(page).to.match(/^svc_database_wait_seconds_count [1-9]\d*$/m);
  });

  it('has no name, id, address or path in it, and one series for all paths that are none', () => {
    for (const secret of [tenant, used.oid, used.repositoryId, server.adminToken, 'made-up', '127.0.0.1', metricsToken]) {
      expect(page).not.to.contain(secret);
    }
    const nowhere = page.match(/^svc_http_request_duration_seconds_count\{endpoint="none".*$/gm);
    expect(nowhere).to.deep.equal(['svc_http_request_duration_seconds_count{endpoint="none",status_class="4xx"} 20']);
  });

  it('is for networks inside, and for those who have the token', async () => {
    expect((await scrape(outside)).status).to.equal(404);
    expect((await scrape({ ...outside, Authorization: 'Bearer another-0123456789' })).status).to.equal(404);
    expect((await scrape({ ...outside, Authorization: `Bearer ${server.adminToken}` })).status).to.equal(404);
    const seen = await scrape({ ...outside, Authorization: `Bearer ${metricsToken}` });
    expect(seen.status).to.equal(200);
    expect(seen.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
  });

  it('has rules for alerts that name what a scrape has, each alert once', () => {
    const { groups } = alertFile.parse(parse(read('alerts.yaml')));
    const rules = groups.flatMap((group) => group.rules);
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
    for (const { alert, expr } of rules) expect([...namesIn(page)], alert).to.include.members([...namesUsedBy(expr)]);
    const text = read('alerts.yaml');
    for (const [, queue = ''] of text.matchAll(/queue="(\w+)"/g)) expect(page).to.contain(`{queue="${queue}"}`);
  });

  it('has a dashboard whose panels name what a scrape has', () => {
    const { panels } = dashboardFile.parse(JSON.parse(read('grafana-dashboard.json')));
    const drawn = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
    expect(drawn).to.have.length.above(30);
    for (const { title, expr } of drawn) {
      expect(namesUsedBy(expr), title).to.have.length.above(0);
      expect([...namesIn(page)], title).to.include.members([...namesUsedBy(expr)]);
    }
  });

  it('has a configuration of Prometheus that asks where the server answers', () => {
    const configuration = z
      .looseObject({ scrape_configs: z.array(z.looseObject({ metrics_path: z.string() })), rule_files: z.array(z.string()) })
      .parse(parse(read('prometheus.yaml')));
    expect(configuration.scrape_configs.map(({ metrics_path }) => metrics_path)).to.deep.equal(['/metrics']);
    expect(configuration.rule_files).to.deep.equal(['alerts.yaml']);
  });
});
