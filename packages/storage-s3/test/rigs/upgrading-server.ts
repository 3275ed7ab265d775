import { once } from 'node:events';
import { createServer } from 'node:net';
import { bucketOf } from './s3-store.js';
import type { S3BucketOptions } from '../../src/bucket.js';

/** Runs `act` with a bucket of a server that answers each request with another protocol. */
export const withUpgradingServer = async (act: (options: S3BucketOptions, endpoint: string) => Promise<void>): Promise<void> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
  const endpoint = `http://127.0.0.1:${address.port}`;
  const service = { endpoint, region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  try {
    await act({ ...bucketOf(service, 'bucket'), maxAttempts: 1 }, endpoint);
  } finally {
    server.close();
    await once(server, 'close');
  }
};
