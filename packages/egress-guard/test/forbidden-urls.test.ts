import * as http from 'node:http';
import * as https from 'node:https';
import { expect } from 'chai';
import { checkEgressUrl } from '../src/check-egress-url.js';
import { createGuardedAgents } from '../src/guarded-agents.js';
import { parseNetworks } from '../src/networks.js';
import { forbiddenUrls, refusedTexts } from './rigs/forbidden-urls.js';
import { namedLookup } from './rigs/named-lookup.js';
import { type Sentinel, startSentinel } from './rigs/sentinel.js';
import { outcomeOf, tryUrl } from './rigs/try-url.js';

const lookup = namedLookup({
  'private.test': [['10.0.0.1']],
  'mixed.test': [['93.184.216.34', '127.0.0.1']],
  'mixed-families.test': [['93.184.216.34', '::1']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'zone.test': [['fe80::1%lo']],
  'nonsense.test': [['localhost']],
});

const refusals = ['EGRESS_FORBIDDEN', 'ENOTFOUND'];

describe('more than 300 URLs that name no public place', () => {
  let sentinel: Sentinel;
  before(async () => {
    sentinel = await startSentinel();
  });
  after(() => sentinel.close());

  it('are all refused by the agents, and nothing connects', async () => {
    const agents = createGuardedAgents({ allow: [], lookup });
    const urls = forbiddenUrls(sentinel.port);
    expect(urls.length).to.be.greaterThan(300);
    for (const text of urls) {
      if (!URL.canParse(text)) continue;
      expect(await tryUrl(agents, new URL(text)), text).to.be.oneOf(refusals);
    }
    expect(sentinel.connections()).to.equal(0);
  });

  it('are all refused when their host reaches the agent as it is spelled', async () => {
    const agents = createGuardedAgents({ allow: [], lookup });
    for (const text of forbiddenUrls(sentinel.port)) {
      const host = /^https?:\/\/(.*):\d+\//.exec(text)?.[1]?.replace(/^\[|\]$/g, '');
      if (host === undefined) continue;
      const request = http.request({ host, port: sentinel.port, agent: agents.http, headers: { host: 'public.test' } });
      expect(await outcomeOf(request), text).to.be.oneOf(refusals);
    }
    expect(sentinel.connections()).to.equal(0);
  });

  it('reach a listener through agents that guard nothing', async () => {
    const before = sentinel.connections();
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', 'localhost', '0', '[::ffff:127.0.0.1]']) {
      await tryUrl({ http: new http.Agent(), https: new https.Agent() }, new URL(`http://${host}:${sentinel.port}/`));
    }
    expect(sentinel.connections() - before).to.be.greaterThan(5);
  });

  it('are refused by their text where they name an address', () => {
    const allow = parseNetworks([]);
    const texts = [...forbiddenUrls(sentinel.port), ...refusedTexts];
    const accepted = texts.filter((text) => checkEgressUrl(text, allow) !== undefined);
    const hosts = accepted.map((text) => new URL(text).hostname);
    for (const host of hosts) expect(host).to.match(/^localhost\.?$|\.test$/);
  });
});

describe('a URL for connecting to', () => {
  const allow = parseNetworks(['10.0.0.0/8', 'fd00::/8']);

  it('is http or https, has no user and a port for HTTP', () => {
    for (const text of refusedTexts) expect(checkEgressUrl(text, allow), text).to.equal(undefined);
    for (const text of [
      'http://public.test/',
      'https://public.test:443/',
      'http://public.test:80/',
      'https://public.test:9000/a?b',
    ]) {
      expect(checkEgressUrl(text, allow)?.href, text).to.equal(new URL(text).href);
    }
  });

  it('may name a public address and one that the operator allows', () => {
    for (const host of ['93.184.216.34', '[2606:4700::1111]', '10.1.2.3', '[fd00::1]', '[::ffff:10.1.2.3]', '0x0a.1']) {
      expect(checkEgressUrl(`http://${host}/`, allow), host).to.not.equal(undefined);
    }
    expect(checkEgressUrl('http://11.0.0.1/', parseNetworks([]))).to.not.equal(undefined);
    expect(checkEgressUrl('http://192.168.0.1/', allow)).to.equal(undefined);
  });
});
