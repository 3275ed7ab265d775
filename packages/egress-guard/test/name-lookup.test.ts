import { createSocket } from 'node:dgram';
import { type LookupAddress, Resolver } from 'node:dns';
import { once } from 'node:events';
import type { LookupFunction } from 'node:net';
import { foreignError } from '@svc/test-services/foreign-error';
import { expect } from 'chai';
import { createNameLookup } from '../src/name-lookup.js';
import { startDnsServer } from './rigs/dns-server.js';

const asking = (server: string) => (): Resolver => {
  const resolver = new Resolver({ timeout: 200, tries: 1 });
  resolver.setServers([server]);
  return resolver;
};

const toldOf = (hosts: string, resolvConf = '') => ({ hosts: () => hosts, resolvConf: () => resolvConf });
const nothing = toldOf('');

const look = (lookup: LookupFunction, name: string): Promise<readonly LookupAddress[] | string> =>
  new Promise((resolve) => {
    lookup(name, { all: true }, (fault, found) => {
      if (fault !== null) resolve(fault.code ?? fault.message);
      else if (typeof found !== 'string') resolve(found);
    });
  });

const ipv4 = (...addresses: readonly string[]) => addresses.map((address) => ({ address, family: 4 }));
const askingNobody = () => expect.fail('nobody is asked');

describe('looking names up', () => {
  it('asks the name servers, and answers all addresses', async () => {
    const server = await startDnsServer([['192.0.2.1', '192.0.2.2']]);
    const lookup = createNameLookup({ system: nothing, makeResolver: asking(server.address) });
    expect(await look(lookup, 'bucket.test')).to.deep.equal(ipv4('192.0.2.1', '192.0.2.2'));
    server.close();
  });

  it('answers what name servers say against a name, also where their error comes from another realm, as under Jest', async () => {
    const absent = foreignError('queryA ENOTFOUND', { code: 'ENOTFOUND' });
    const refuse = (_name: string, answer: (fault: Error, addresses: readonly string[]) => void) => answer(absent, []);
    const makeResolver = () => Object.assign(new Resolver(), { resolve4: refuse, resolve6: refuse });
    expect(await look(createNameLookup({ system: nothing, makeResolver }), 'bucket.test')).to.equal('ENOTFOUND');
  });

  it('goes by the hosts file first, of however many addresses', async () => {
    const hosts = '# local\n10.0.0.5\ts3.example.com s3 # ours\n2001:db8::5 s3.example.com\r\n10.0.0.6 other';
    const lookup = createNameLookup({ system: toldOf(hosts), makeResolver: askingNobody });
    expect(await look(lookup, 'S3.Example.com')).to.deep.equal([...ipv4('10.0.0.5'), { address: '2001:db8::5', family: 6 }]);
    expect(await look(lookup, 's3.')).to.deep.equal(ipv4('10.0.0.5'));
  });

  it('knows by itself that localhost is this machine', async () => {
    const lookup = createNameLookup({ system: nothing, makeResolver: askingNobody });
    for (const name of ['localhost', 'LOCALHOST.', 'app.localhost']) {
      expect(await look(lookup, name), name).to.deep.equal(ipv4('127.0.0.1'));
    }
  });

  it('asks below the search domains before a name of few dots, and never outside of them where it is found there', async () => {
    const server = await startDnsServer([['192.0.2.1']]);
    const lookUp = (name: string, ndots: number) =>
      look(
        createNameLookup({
          system: toldOf('', `search default.svc.cluster.test svc.cluster.test\noptions ndots:${ndots} timeout:1`),
          makeResolver: asking(server.address),
        }),
        name,
      );
    expect(await lookUp('minio.dev', 5)).to.deep.equal(ipv4('192.0.2.1'));
    expect(server.names()).to.deep.equal(['minio.dev.default.svc.cluster.test']);
    await lookUp('minio.dev', 1);
    await lookUp('minio.dev.', 5);
    expect(server.names().slice(1)).to.deep.equal(['minio.dev', 'minio.dev']);
    server.close();
  });

  it('goes on to the next name where one is not known, and finds none where none is', async () => {
    const server = await startDnsServer([[], [], ['192.0.2.7'], [], []]);
    const system = toldOf('', 'search a.test b.test');
    const lookup = createNameLookup({ system, makeResolver: asking(server.address) });
    expect(await look(lookup, 'minio')).to.deep.equal(ipv4('192.0.2.7'));
    expect(server.names()).to.deep.equal(['minio.a.test', 'minio.b.test', 'minio']);
    expect(await look(createNameLookup({ system: nothing, makeResolver: asking(server.address) }), 'minio')).to.equal('ENODATA');
    server.close();
  });

  it('comes to an end where the name server is silent, and asks for no other name then', async () => {
    const silent = createSocket('udp4');
    silent.bind(0, '127.0.0.1');
    await once(silent, 'listening');
    const at = `127.0.0.1:${silent.address().port}`;
    const lookup = createNameLookup({ system: toldOf('', 'search a.test'), makeResolver: asking(at) });
    const names = Array.from({ length: 40 }, (_, number) => look(lookup, `silent-${number}`));
    expect(new Set(await Promise.all(names))).to.deep.equal(new Set(['ETIMEOUT']));
    const patient = () => {
      const resolver = new Resolver({ timeout: 60_000, tries: 4 });
      resolver.setServers([at]);
      return resolver;
    };
    const hasty = createNameLookup({ system: nothing, makeResolver: patient, maxMs: 50 });
    expect(await look(hasty, 'silent.test')).to.equal('ETIMEOUT');
    silent.close();
  });

  it('keeps its resolver until other name servers are to be asked', async () => {
    const server = await startDnsServer([['192.0.2.1']]);
    let [made, resolvConf] = [0, 'nameserver 192.0.2.53'];
    const lookup = createNameLookup({
      system: { hosts: () => '', resolvConf: () => resolvConf },
      makeResolver: () => {
        made += 1;
        return asking(server.address)();
      },
    });
    for (const name of ['a.test', 'b.test']) await look(lookup, name);
    expect(made).to.equal(1);
    resolvConf = 'nameserver 192.0.2.54';
    await look(lookup, 'a.test');
    expect(made).to.equal(2);
    server.close();
  });
});
