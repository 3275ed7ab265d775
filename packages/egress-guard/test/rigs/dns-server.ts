import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns';
import { once } from 'node:events';
import type { LookupFunction } from 'node:net';

export interface DnsServer {
  /** Looks names up at this server, each time anew. */
  readonly lookup: LookupFunction;
  /** Its address and port. */
  readonly address: string;
  /** The names whose addresses of type A were asked for, so far. */
  names(): readonly string[];
  close(): void;
}

const typeA = 1;

/** Its labels, each behind its length. */
const nameIn = (question: Buffer): string => {
  const labels: string[] = [];
  for (let at = 0; question.readUInt8(at) !== 0; at += question.readUInt8(at) + 1) {
    labels.push(question.toString('latin1', at + 1, at + 1 + question.readUInt8(at)));
  }
  return labels.join('.');
};

/** A DNS server on UDP (RFC 1035): to each question of type A it answers the next list of addresses, with a time to live of 0, and begins anew after the last. */
export const startDnsServer = async (lists: readonly (readonly string[])[]): Promise<DnsServer> => {
  const names: string[] = [];
  let turn = 0;
  const server = createSocket('udp4', (query, { port, address }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const isA = question.readUInt16BE(question.length - 4) === typeA;
    const addresses = isA ? (lists[turn % lists.length] ?? []) : [];
    if (isA) {
      turn += 1;
      names.push(nameIn(question));
    }
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.fill(0, 8, 12);
    // Each answer: a pointer to the name in the question, type A, class IN, time to live 0, 4 bytes.
    const answers = addresses.map((text) =>
      Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...text.split('.').map(Number)]),
    );
    server.send(Buffer.concat([header, question, ...answers]), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const resolver = new Resolver();
  const at = `127.0.0.1:${server.address().port}`;
  resolver.setServers([at]);
  return {
    address: at,
    names: () => names,
    lookup: (hostname, _options, callback) =>
      resolver.resolve4(hostname, (fault, addresses) =>
        callback(fault, fault === null ? addresses.map((address) => ({ address, family: 4 })) : []),
      ),
    close: () => server.close(),
  };
};
