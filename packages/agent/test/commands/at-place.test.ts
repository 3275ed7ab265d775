import { createClient } from '@svc/client';
import { expect } from 'chai';
import { AgentProblem } from '../../src/agent-problem.js';
import { atPlace } from '../../src/commands/at-place.js';
import { problemIn } from '../rigs/problem-in.js';

const client = createClient({ baseUrl: 'https://svc.example', credential: 'svc_pat_x' });
const failing = (fault: Error) => problemIn(atPlace({ client, repositoryId: 'r1' }, () => Promise.reject(fault)));

describe('what is done at a place', () => {
  it('tells the repository and the server when something was not found there', async () => {
    expect(await failing(new AgentProblem('Not found. (404)', 'http', 404))).to.include({
      message: 'Not found. (404); looked for in repository r1 of https://svc.example',
      kind: 'http',
      status: 404,
    });
    const sentence = new AgentProblem('Not found: there is no such object.', 'http', 404);
    expect((await failing(sentence)).message).to.match(/^Not found: there is no such object; looked for in /);
  });

  it('passes every other problem and every result on as it is', async () => {
    expect(await failing(new AgentProblem('refused', 'http', 403))).to.include({ message: 'refused', status: 403 });
    expect(await failing(new AgentProblem('no file'))).to.include({ message: 'no file' });
    expect(await atPlace({ client, repositoryId: 'r1' }, async () => 5)).to.equal(5);
  });
});
