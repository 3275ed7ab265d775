import { createLfsEndpoint } from '@svc/client';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { expect } from 'chai';
import { createEitherEndpoint } from '../../src/import/either-endpoint.js';
import { oidOf } from '../../src/verify/hash-file.js';

type Answer = readonly [status: number, type: string, body: string, headers?: Readonly<Record<string, string>>];

describe('one of two LFS URLs', () => {
  const lfsType = 'application/vnd.git-lfs+json';
  const good: Answer = [200, lfsType, '{"objects":[]}'];
  const object = { oid: oidOf('a'.repeat(64)), sizeBytes: 1 };
  let server: Server;
  let url: string;
  let asked: string[] = [];
  let opened = 0;
  let answers: Readonly<Record<string, Answer>> = {};
  before(async () => {
    server = createServer((request, response) => {
      const [, name = ''] = (request.url ?? '').split('/');
      asked.push(name);
      const [status, type, body, headers = {}] = answers[name] ?? good;
      response.writeHead(status, { ...headers, 'content-type': type }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  });
  after(() => server.close());
  beforeEach(() => {
    asked = [];
    opened = 0;
  });

  const open = (...both: readonly [Answer, Answer]) => {
    answers = { first: both[0], second: both[1] };
    const likely = (name: string) => ({ url: `${url}/${name}`, endpoint: createLfsEndpoint({ url: `${url}/${name}` }) });
    return createEitherEndpoint(likely('first'), () => {
      opened += 1;
      return Promise.resolve(likely('second'));
    });
  };

  const absent: Readonly<Record<string, Answer>> = {
    404: [404, 'text/html', '<html>'],
    405: [405, 'text/plain', 'no'],
    'a page': [200, 'text/html', '<html>'],
    'a redirect to a page': [302, 'text/html', '', { location: '/sign-in' }],
  };
  for (const [what, answer] of Object.entries(absent)) {
    it(`is the second where the first answers ${what}, from then on`, async () => {
      const endpoint = open(answer, good);
      for (let time = 0; time < 2; time += 1) expect((await endpoint.locate([object])).isOk()).to.equal(true);
      expect(asked).to.deep.equal(['first', 'second', 'second']);
      expect(opened).to.equal(1);
    });

    it(`is neither where both answer ${what}, and both are named`, async () => {
      const { message } = (await open(answer, answer).locate([object]))._unsafeUnwrapErr();
      expect(message).to.contain(`There is no Git LFS at ${url}/first, nor at ${url}/second: `);
    });
  }

  it('is the first where that answers, also with an error', async () => {
    expect((await open(good, good).locate([object])).isOk()).to.equal(true);
    const refused = await open([401, lfsType, '{"message":"no"}'], good).locate([object]);
    expect(refused._unsafeUnwrapErr().status).to.equal(401);
    expect(asked).to.deep.equal(['first', 'first']);
    expect(opened, 'the second').to.equal(0);
  });

  it('is the second where that wants a login', async () => {
    const refused = await open([404, 'text/html', ''], [401, lfsType, '{"message":"no"}']).locate([object]);
    expect(refused._unsafeUnwrapErr()).to.include({
      status: 401,
      message: 'The service answered 401: the credential is missing, or is not valid any more.',
    });
  });
});
