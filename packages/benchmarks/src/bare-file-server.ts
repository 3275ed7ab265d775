import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * The least that a server can do with a file and be called careful: PUT writes a new one, hashes it and has it on the disk before it answers, GET hashes
 * it while it sends it. No credential, no check of lengths, no directory synchronized.
 */
const path = join(process.env['PARAMETER'] ?? '', 'bare-file');
// Uploads are new files: writing into the pages that an old one has just given up would flatter the peer.
const incoming = `${path}-incoming`;
const chunkBytes = 512 * 1024;

const server = createServer((request, response) => {
  const hash = createHash('sha256');
  const answer = async (): Promise<void> => {
    if (request.url === '/ready') response.end();
    else if (request.method === 'PUT') {
      request.on('data', (chunk: Buffer) => hash.update(chunk));
      await pipeline(request, createWriteStream(incoming, { highWaterMark: chunkBytes }));
      const file = await open(incoming, 'r+');
      await file.sync();
      await file.close();
      await rename(incoming, path);
      response.setHeader('X-Sha256', hash.digest('hex')).end();
    } else {
      response.setHeader('Content-Length', statSync(path).size);
      const file = createReadStream(path, { highWaterMark: chunkBytes });
      file.on('data', (chunk) => hash.update(chunk));
      file.pipe(response);
    }
  };
  answer().catch((fault: unknown) => {
    console.error(fault);
    process.exit(1);
  });
});
server.requestTimeout = 0;
server.listen(Number(process.env['PORT']), '127.0.0.1');
