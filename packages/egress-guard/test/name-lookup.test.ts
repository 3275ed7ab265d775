import { createSocket } from 'node:dgram';
import { type LookupAddress, Resolver } from 'node:dns';
import { once } from 'node:events';
import type { LookupFunction } from 'node:net';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { createNameLookup } from '../src/name-lookup.js';
import { startDnsServer } from './rigs/dns-server.js';

const asking = (server: string) => (): Resolver => {
  const resolver = new Resolver({ timeout: 200, tries: 1 });
  resolver.setServers([server]);
  return resolver;
};

type Outcome = readonly LookupAddress[] | string;

const look = (lookup: LookupFunction, name: string): Promise<Outcome> =>
  new Promise((resolve) => {
    lookup(name, { all: true }, (fault, found) => {
      if (fault !== null) resolve(fault.code ?? fault.message);
      else if (typeof found !== 'string') resolve(found);
    });
  });

describe('looking names up', () => {
  it('asks the name servers, and answers all addresses', async () => {
    const server = await startDnsServer([['192.0.2.1', '192.0.2.2']]);
    const lookup = createNameLookup({ makeResolver: asking(server.address) });
    expect(await look(lookup, 'bucket.test')).to.deep.equal([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
    ]);
    server.close();
  });

  it('finds no address where there is none, and does not ask the system unless it is told to', async () => {
    const server = await startDnsServer([[]]);
    const makeResolver = asking(server.address);
    expect(await look(createNameLookup({ makeResolver }), 'empty.test')).to.equal('ENODATA');
    const askSystem: LookupFunction = (name, _options, answer) => answer(null, [{ address: `${name.length}`, family: 4 }]);
    expect(await look(createNameLookup({ makeResolver, askSystem }), 'empty.test')).to.deep.equal([{ address: '10', family: 4 }]);
    server.close();
  });

  it('knows by itself that localhost is this machine', async () => {
    const lookup = createNameLookup({ makeResolver: () => expect.fail('nobody is asked') });
    for (const name of ['localhost', 'LOCALHOST.', 'app.localhost']) {
      expect(await look(lookup, name), name).to.deep.equal([
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]);
    }
  });

  it('comes to an end where the name server is silent', async () => {
    const silent = createSocket('udp4');
    silent.bind(0, '127.0.0.1');
    await once(silent, 'listening');
    const lookup = createNameLookup({ makeResolver: asking(`127.0.0.1:${silent.address().port}`) });
    const names = Array.from({ length: 40 }, (_, at) => look(lookup, `silent-${at}.test`));
    expect(new Set(await Promise.all(names))).to.deep.equal(new Set(['ETIMEOUT']));
    silent.close();
  });

  it('asks the system for one name at a time, whatever the number of those that wait', async () => {
    const server = await startDnsServer([[]]);
    const asked: (() => void)[] = [];
    const askSystem: LookupFunction = (_name, _options, answer) => {
      asked.push(() => answer(null, [{ address: '127.0.0.1', family: 4 }]));
    };
    const lookup = createNameLookup({ makeResolver: asking(server.address), askSystem });
    const looked = ['a.test', 'b.test', 'c.test'].map((name) => look(lookup, name));
    for (let answered = 0; answered < looked.length; answered += 1) {
      await waitUntil('the next is asked for', () => asked.length > answered);
      await new Promise((resolve) => setImmediate(resolve));
      expect(asked).to.have.length(answered + 1);
      asked[answered]?.();
    }
    expect(await Promise.all(looked)).to.deep.equal(looked.map(() => [{ address: '127.0.0.1', family: 4 }]));
    server.close();
  });
});
