import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessKeys } from './access-keys.js';
import { newBucket } from './bucket.js';
import { faultSwitch } from './fault-switch.js';
import { meetFault } from './meet-fault.js';
import { operationOf } from './operation-of.js';
import { lies, type Operation, type StandIn, type StandInOptions } from './options.js';
import { perform } from './perform.js';
import { requestBody } from './request-body.js';
import { s3RequestOf } from './s3-request.js';
import { replyOf, sendReply } from './send-reply.js';
import type { World } from './world.js';

const newWorld = async (options: StandInOptions): Promise<World> => {
  const told = new Set(options.mode === 'lying' ? (options.lies ?? lies) : []);
  return {
    folder: await mkdtemp(join(tmpdir(), 's3-stand-in-')),
    region: options.region ?? 'us-east-1',
    minPartBytes: options.minPartBytes ?? 5 * 1024 * 1024,
    keys: accessKeys(),
    roles: options.roles ?? [],
    buckets: new Map(),
    now: options.clock ?? Date.now,
    tells: (lie) => told.has(lie),
  };
};

const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
};

const stopListening = async (server: Server): Promise<void> => {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};

/** Starts an S3 server of one's own on a free port of the loopback interface. */
export const startStandIn = async (options: StandInOptions): Promise<StandIn> => {
  const world = await newWorld(options);
  const faults = faultSwitch();
  const counted = new Map<Operation | undefined, number>();

  const answer = async (message: IncomingMessage, response: ServerResponse, bodyIsAwaited: boolean): Promise<void> => {
    const [resource = '/'] = (message.url ?? '/').split('?');
    try {
      const request = s3RequestOf(message, requestBody(message, response, bodyIsAwaited), options.domain ?? 'localhost');
      const operation = operationOf(request);
      counted.set(operation, (counted.get(operation) ?? 0) + 1);
      const done = () => perform(world, operation, request);
      const fault = faults.next(operation);
      const reply = fault === undefined ? await done() : await meetFault(fault, { message, operation, perform: done });
      if (reply !== undefined) await sendReply(message, response, reply);
    } catch (error) {
      if (message.socket.destroyed || response.headersSent) message.socket.destroy();
      else await sendReply(message, response, replyOf(error, resource));
    }
  };
  const server = options.tls === undefined ? createServer() : createSecureServer(options.tls);
  server.requestTimeout = 0;
  server.on('request', (message, response) => void answer(message, response, false));
  server.on('checkContinue', (message, response) => void answer(message, response, true));
  const port = await listen(server, 0);

  return {
    name: "S3 of this repository's stand-in",
    endpoint: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    region: world.region,
    ...world.keys.add(),
    newBucket: async () => {
      const name = `test-${randomBytes(8).toString('hex')}`;
      world.buckets.set(name, newBucket());
      return name;
    },
    inject: async (fault, scope) => {
      faults.inject(fault, scope);
      if (fault.kind === 'refuse') await stopListening(server);
    },
    heal: async () => {
      faults.heal();
      if (!server.listening) await listen(server, port);
    },
    requests: (operation) => counted.get(operation) ?? 0,
    totalRequests: () => [...counted.values()].reduce((sum, count) => sum + count, 0),
    forgetRequests: () => {
      counted.clear();
    },
    newKey: () => world.keys.add(),
    revokeKey: (accessKeyId) => {
      world.keys.revoke(accessKeyId);
    },
    stop: async () => {
      await stopListening(server);
      await rm(world.folder, { recursive: true, force: true });
    },
  };
};
