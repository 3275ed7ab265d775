import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { createApiClient } from '../client/api-client.js';
import { expectStatus } from '../client/exchange.js';
import { objectNamed } from '../client/test-object.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';

const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Span = z.infer<typeof exported>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

/** Takes what an exporter of traces sends, or takes it and never answers. */
const startCollector = async ({ answers }: { readonly answers: boolean }) => {
  const bodies: unknown[] = [];
  const keys: (string | undefined)[] = [];
  const server: Server = createServer((request, response) => {
    keys.push(request.headersDistinct['api-key']?.[0]);
    void json(request).then((body) => {
      bodies.push(body);
      if (answers) response.setHeader('Content-Type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the collector has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    keys,
    text: () => JSON.stringify(bodies),
    spans: (): readonly Span[] =>
      bodies.flatMap((body) =>
        exported.parse(body).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

/** A push by the basic transfer, of which the first request brings the trace of its client. */
const push = async (server: TestServerProcess): Promise<readonly string[]> => {
  const api = createApiClient(server.baseUrl, server.adminToken);
  const repository = await api.createRepository('Traced');
  const path = `/repositories/${repository.id}`;
  expectStatus(await api.call('GET', path, undefined, { traceparent: `00-${traceId}-${spanId}-01` }), 200);
  const object = objectNamed('traced', 70_000);
  const { actions } = await repository.entry('upload', object);
  const [upload, verify] = [actions?.upload?.href ?? '', actions?.verify?.href ?? ''];
  expectStatus(await repository.put(upload, object.bytes, actions?.upload?.header), 200);
  expectStatus(await repository.verify(verify, object), 200);
  api.close();
  const signatures = [upload, verify].map((url) => url.split(/signature=|token=/i)[1] ?? url);
  return [server.adminToken, ...signatures];
};

describe('traces', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let server: TestServerProcess | undefined;
  beforeEach(() => {
    server = undefined;
  });
  afterEach(async () => {
    await server?.close();
    collector.close();
  });

  const serveWith = async (answers: boolean): Promise<TestServerProcess> => {
    collector = await startCollector({ answers });
    server = await startServerProcess({
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key',
        OTEL_SERVICE_NAME: 'traced-svc',
        DEFAULT_PLAN: 'business',
      },
    });
    return server;
  };

  it('tell of each request, below the trace of its client, and of what it asked of database and storage, and hold no secret', async () => {
    const traced = await serveWith(true);
    const secrets = await push(traced);
    await traced.stop();
    const spans = collector.spans();
    const [request] = spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
    expect(request?.name).to.equal('repositories.get');
    const valueOf = (key: string): unknown => request?.attributes.find((attribute) => attribute.key === key)?.value;
    expect(valueOf('http.request.method')).to.deep.equal({ stringValue: 'GET' });
    expect(valueOf('http.response.status_code')).to.deep.equal({ intValue: 200 });
    const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(below.map(({ name, traceId: id }) => [name, id])).to.deep.include(['database read', traceId]);
    const names = new Set(spans.map(({ name }) => name));
    expect([...names]).to.include.members(['lfs.batch', 'lfs.verify', 'database transaction', 'storage promote']);
    expect(collector.text()).to.contain('traced-svc');
    for (const secret of secrets) expect(collector.text()).not.to.contain(secret);
    expect(new Set(collector.keys)).to.deep.equal(new Set(['a key']));
  });

  it('that nobody takes delay no answer, and the server ends all the same', async () => {
    const traced = await serveWith(false);
    await push(traced);
    await waitUntil('the collector is asked', () => collector.text() !== '[]');
    expect((await traced.stop()).code).to.equal(0);
  });
});
