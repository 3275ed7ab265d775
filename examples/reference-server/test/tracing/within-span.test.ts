import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { trusted, type ObjectKey } from '@svc/core/model';
import { createMemoryBlobStore } from '@svc/core/memory';
import { expect } from 'chai';
import { okAsync } from 'neverthrow';
import { tracedBlobStore } from '../../src/tracing/traced-blob-store.js';
import { withinSpan } from '../../src/tracing/within-span.js';

describe('what is traced below a request', () => {
  let exporter: InMemorySpanExporter;
  let provider: NodeTracerProvider;
  beforeEach(() => {
    exporter = new InMemorySpanExporter();
    provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    provider.register();
  });
  afterEach(async () => {
    await provider.shutdown();
    trace.disable();
    context.disable();
  });

  const ask = async (name: string): Promise<void> => {
    expect((await withinSpan(name, {}, () => okAsync(undefined))).isOk()).to.equal(true);
  };

  it('is what is asked until its answer is over, and nothing that it has begun and that goes on', async () => {
    const request = trace.getTracer('test').startSpan('request');
    await context.with(trace.setSpan(ROOT_CONTEXT, request), async () => {
      await ask('asked meanwhile');
      request.end();
      await ask('asked afterwards');
    });
    await ask('asked by nobody');
    expect(exporter.getFinishedSpans().map(({ name }) => name)).to.deep.equal(['asked meanwhile', 'request']);
  });

  it('names keys as the service makes them, and no path that a client has chosen', async () => {
    const settings = { baseUrl: 'https://svc.test', linkKeys: [{ id: 'k', secret: new Uint8Array(32) }] };
    const blobs = tracedBlobStore(createMemoryBlobStore(settings));
    const tree = 'repositories/0d5bf5f1-3c1e-4b8a-9a0e-5f0a4a1f2c3d/cas';
    const keys = [`${tree}/chunks/packs/${'a'.repeat(64)}`, `${tree}/salaries/of-2026.csv`];
    const request = trace.getTracer('test').startSpan('request');
    await context.with(trace.setSpan(ROOT_CONTEXT, request), async () => {
      for (const key of keys) expect((await blobs.head(trusted<ObjectKey>(key))).isErr()).to.equal(true);
    });
    expect(exporter.getFinishedSpans().map(({ attributes }) => attributes['svc.key'])).to.deep.equal([keys[0], `${tree}/[path]`]);
  });
});
