import { once } from 'node:events';
import { createServer } from 'node:https';
import { createWebhookSender } from '@svc/webhook-sender-node';
import { expect } from 'chai';
import { startDnsServer } from '../../egress-guard/test/rigs/dns-server.js';
import { forbiddenUrls, refusedTexts } from '../../egress-guard/test/rigs/forbidden-urls.js';
import { namedLookup } from '../../egress-guard/test/rigs/named-lookup.js';
import { startSentinel } from '../../egress-guard/test/rigs/sentinel.js';
import { testCertificate } from '@svc/test-services/certificate';

const request = { headers: {}, body: '{}' };

const lookup = namedLookup({
  'private.test': [['10.0.0.1']],
  'mixed.test': [['93.184.216.34', '127.0.0.1']],
  'mixed-families.test': [['93.184.216.34', '::1']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'zone.test': [['fe80::1%lo']],
  'nonsense.test': [['localhost']],
});

describe('receivers at addresses that are not public', () => {
  it('are told nothing by any of more than 300 URLs', async () => {
    const sentinel = await startSentinel();
    const sender = createWebhookSender({ allow: [], lookup });
    const urls = [...forbiddenUrls(sentinel.port), ...refusedTexts];
    expect(urls.length).to.be.greaterThan(300);
    for (const url of urls) {
      const answer = await sender.send({ ...request, url });
      expect(answer, url).to.have.property('kind', 'failed');
      expect(answer, url).to.have.property('fault').that.is.oneOf(['address_forbidden', 'unreachable']);
    }
    expect(sentinel.connections()).to.equal(0);
    await sentinel.close();
  });

  it('are told nothing where their DNS server answers otherwise each time', async () => {
    const sentinel = await startSentinel();
    const dns = await startDnsServer([['127.0.0.5'], ['127.0.0.1'], ['127.0.0.5', '127.0.0.1']]);
    const sender = createWebhookSender({ allow: ['127.0.0.5'], lookup: dns.lookup });
    const kinds: string[] = [];
    for (let round = 0; round < 60; round += 1) {
      kinds.push((await sender.send({ ...request, url: `http://rebinding.test:${sentinel.port}/` })).kind);
    }
    dns.close();
    expect(kinds.filter((kind) => kind === 'answered')).to.have.length(20);
    expect(sentinel.reached()).to.deep.equal(new Set(['127.0.0.5']));
    await sentinel.close();
  });
});

describe('receivers behind TLS', () => {
  it('are told nothing when nobody vouches for them, or when they do not speak it', async () => {
    let requests = 0;
    const server = createServer(testCertificate, (_request, response) => {
      requests += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
    const sentinel = await startSentinel();
    const options = {
      allow: ['127.0.0.1'],
      lookup: namedLookup({ 'bucket.test': [['127.0.0.1'], ['127.0.0.1'], ['127.0.0.1']] }),
    };
    const sender = createWebhookSender(options);
    const url = `https://bucket.test:${address.port}/`;
    expect(await sender.send({ ...request, url })).to.deep.equal({ kind: 'failed', fault: 'tls_invalid' });
    const plain = `https://127.0.0.1:${sentinel.port}/`;
    expect(await sender.send({ ...request, url: plain })).to.deep.equal({ kind: 'failed', fault: 'tls_invalid' });
    expect(requests).to.equal(0);
    const trusting = createWebhookSender({ ...options, rejectUnauthorized: false });
    expect(await trusting.send({ ...request, url })).to.deep.equal({ kind: 'answered', status: 200 });
    server.close();
    server.closeAllConnections();
    await sentinel.close();
  });
});
