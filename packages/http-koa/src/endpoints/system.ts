import { notFound } from '@svc/core/model';
import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { z } from 'zod';
import { internal, monitoring, open } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { plainText, reply } from '../endpoint/reply.js';

const statusReply = z.strictObject({ status: z.literal('ok') });
const readyReply = statusReply.extend({
  version: z.string().optional().meta({ description: 'Of the server that runs the service; absent where it does not say' }),
});

/** Spec 4.1. */
export const systemEndpoints = [
  endpoint({
    name: 'system.ready',
    summary: 'Whether database and storage answer and can be written to; for checks from outside',
    route: 'GET /readyz',
    base: 'root',
    access: open(),
    output: { 200: readyReply },
    errors: ['unavailable', 'unavailable:writes_blocked'],
    handle: ({ application, version }) => application.checkReadiness().map(() => reply(200, { status: 'ok', version })),
  }),
  endpoint({
    name: 'system.alive',
    summary: 'Whether the process answers; for probes from inside',
    route: 'GET /healthz',
    base: 'root',
    access: internal(),
    output: { 200: statusReply },
    errors: [],
    handle: () => okAsync(reply(200, { status: 'ok' })),
  }),
  endpoint({
    name: 'system.metrics',
    summary: 'What the process measures of itself, for Prometheus',
    route: 'GET /metrics',
    base: 'root',
    access: monitoring(),
    output: { 200: plainText },
    errors: ['not_found'],
    handle: ({ metrics }) =>
      metrics === undefined ? errAsync(notFound) : ResultAsync.fromSafePromise(metrics()).map((page) => reply(200, page)),
  }),
];
