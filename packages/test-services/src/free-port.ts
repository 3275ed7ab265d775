import { createServer } from 'node:net';

/** A port of the loopback interface on which nothing listens now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
      server.close(() => {
        resolve(address.port);
      });
    });
  });
