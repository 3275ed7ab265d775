import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { openClient } from '../src/service-client.js';
import { connectionsHere } from './rigs/run-git-here.js';
import { makeScratchHome, type ScratchHome } from './rigs/scratch-home.js';

describe('the client of the service', () => {
  let scratch: ScratchHome;
  const servers: Server[] = [];
  const seen: IncomingHttpHeaders[] = [];
  before(async () => {
    scratch = await makeScratchHome();
  });
  after(async () => {
    await scratch.remove();
    for (const server of servers) server.close();
  });

  const listen = async (): Promise<string> => {
    const server = createServer((request, response) => {
      seen.push(request.headers);
      request.resume().once('end', () => response.end());
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  };

  it("sends the headers of git's configuration to the service alone, and the credential in none of them", async () => {
    const [service, elsewhere] = [await listen(), await listen()];
    for (const header of ['X-Pass: sesame', 'Authorization: Bearer other', 'Content-Type: text/odd']) {
      await scratch.git(['config', '--add', 'http.extraHeader', header]);
    }
    const options = { baseUrl: service, credential: 'secret', allowHttp: false, stallSeconds: 10, lfsUrl: `${service}/lfs` };
    const client = await openClient(options, { runGit: scratch.git, connections: connectionsHere });
    expect((await client.repositories.get('0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a')).isErr()).to.equal(true);
    for (const place of [service, elsewhere]) {
      const header = { 'content-type': 'application/octet-stream' };
      expect((await client.lfs.upload({ href: `${place}/signed`, header }, Buffer.from('bytes'))).isOk()).to.equal(true);
    }
    const told = seen.map((headers) => [headers['x-pass'], headers.authorization, headers['content-type']]);
    expect(told).to.deep.equal([
      ['sesame', 'Bearer secret', 'text/odd'],
      ['sesame', undefined, 'application/octet-stream'],
      [undefined, undefined, 'application/octet-stream'],
    ]);
  });
});
