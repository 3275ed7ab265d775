import { expect } from 'chai';
import { createGuardedAgents } from '../src/guarded-agents.js';
import { startDnsServer } from './rigs/dns-server.js';
import { startSentinel } from './rigs/sentinel.js';
import { tryUrl } from './rigs/try-url.js';

describe('a name whose DNS server answers otherwise each time', () => {
  it('leads to no address that is not allowed, however often it is tried', async () => {
    const sentinel = await startSentinel();
    // 127.0.0.5 stands for the public address: it is the one that is allowed.
    const dns = await startDnsServer([['127.0.0.5'], ['127.0.0.1'], ['127.0.0.5', '127.0.0.1'], ['127.0.0.1', '127.0.0.5'], []]);
    const agents = createGuardedAgents({ allow: ['127.0.0.5'], lookup: dns.lookup });
    const outcomes: (string | number)[] = [];
    for (let round = 0; round < 200; round += 1) {
      outcomes.push(await tryUrl(agents, new URL(`http://rebinding.test:${sentinel.port}/`)));
    }
    dns.close();
    expect(outcomes.filter((outcome) => outcome === 200)).to.have.length(40);
    expect(outcomes.filter((outcome) => outcome === 'EGRESS_FORBIDDEN')).to.have.length(120);
    expect(outcomes.filter((outcome) => outcome === 'ENODATA')).to.have.length(40);
    expect(sentinel.reached()).to.deep.equal(new Set(['127.0.0.5']));
    await sentinel.close();
  });
});
