import { createServer, type Server } from 'node:http';
import { hearWarnings, type HeardWarnings } from '@svc/test-services/hear-warnings';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { createHttpHandler } from '../../src/koa/http-handler.js';
import type { HttpLog } from '../../src/koa/http-log.js';
import { send, textAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';

const throwing = (): never => {
  throw new Error('the log is full');
};

describe('a log that throws', () => {
  let service: TestService;
  let server: Server;
  let heard: HeardWarnings;
  before(async () => {
    service = await startService();
  });
  beforeEach(() => (heard = hearWarnings()));
  afterEach(() => {
    heard.stop();
    server.close();
  });
  after(() => service.close());

  /** Where the service listens with such a log; its readiness is a bug. */
  const listen = async (log: HttpLog): Promise<string> => {
    const application = { ...service.application, checkReadiness: throwing };
    const settings = { baseUrl: service.baseUrl, rateLimit: undefined };
    server = createServer(createHttpHandler({ application, settings, log }).callback());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
    return `http://127.0.0.1:${address.port}`;
  };
  const warned = async (count: number): Promise<readonly string[]> => {
    await waitUntil('the process has warned', () => heard.warnings.length >= count);
    return heard.warnings.map(({ name, message }) => `${name}: ${message}`);
  };

  it('leaves no bug unanswered, and has the process warn of it', async () => {
    const origin = await listen({ fault: throwing });
    const answer = await send(origin, 'GET', '/readyz');
    expect(answer.status).to.equal(500);
    expect(textAt(answer.json, 'error.code')).to.equal('internal');
    expect(await warned(1)).to.deep.equal(['ListenerWarning: log.fault has thrown']);
  });

  it('ends no process when it is told of an answer, and hears of the next', async () => {
    let told = 0;
    const answered = (): never => {
      told += 1;
      return throwing();
    };
    const origin = await listen({ fault: throwing, answered });
    for (let round = 0; round < 2; round += 1) expect((await send(origin, 'GET', '/api/v1/plans')).status).to.equal(200);
    const warning = 'ListenerWarning: log.answered has thrown';
    expect(await warned(2)).to.deep.equal([warning, warning]);
    expect(told).to.equal(2);
  });

  it('rejects with nothing either', async () => {
    // Typed as a program without types may take it.
    const rejecting: () => unknown = async () => throwing();
    const origin = await listen({ fault: rejecting, answered: rejecting });
    expect((await send(origin, 'GET', '/readyz')).status).to.equal(500);
    expect(await warned(2)).to.have.members([
      'ListenerWarning: log.fault has thrown',
      'ListenerWarning: log.answered has thrown',
    ]);
  });
});
