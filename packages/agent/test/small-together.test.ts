import { expect } from 'chai';
import { AgentProblem } from '../src/agent-problem.js';
import { smallTogether } from '../src/small-together.js';

describe('small items that are moved together', () => {
  it('are not moved again, as far as they were when signed URLs turn out to lead nowhere', async () => {
    const alone: string[] = [];
    const reports: string[] = [];
    const moving = smallTogether<string, string>(['a', 'b', 'c'], () => true, {
      together: async (_items, onMoved) => {
        onMoved(1, 'b together');
        throw new AgentProblem('out of reach', 'http');
      },
      alone: async (item) => {
        alone.push(item);
        return `${item} alone`;
      },
    });
    for await (const report of moving) reports.push(report);
    expect(alone).to.deep.equal(['a', 'c']);
    expect(reports).to.deep.equal(['a alone', 'b together', 'c alone']);
  });
});
