import { okAsync } from 'neverthrow';
import { z } from 'zod';
import { internal, open } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';

const statusReply = z.strictObject({ status: z.literal('ok') });

/** Spec 4.1. */
export const systemEndpoints = [
  endpoint({
    name: 'system.ready',
    summary: 'Whether database and storage answer and can be written to; for checks from outside',
    route: 'GET /readyz',
    base: 'root',
    access: open(),
    output: { 200: statusReply },
    errors: ['unavailable', 'unavailable:writes_blocked'],
    handle: ({ application }) => application.checkReadiness().map(() => reply(200, { status: 'ok' })),
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
];
