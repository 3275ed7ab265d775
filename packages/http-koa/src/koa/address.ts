import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import proxyAddress from 'proxy-addr';

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address in its plain form: no zone, and no IPv4 dressed up as IPv6. */
const plainAddress = (address: string): string => {
  const [withoutZone = ''] = address.split('%');
  return mappedIpv4.exec(withoutZone)?.[1] ?? withoutZone;
};

/** Some proxies write the port, too; an IPv6 address stands in brackets then. */
const withPort = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d+)?$/;

const peerOf = ({ socket }: IncomingMessage): string => plainAddress(socket.remoteAddress ?? '');

/** Who sent the request, as far as it is known: the peer, or what trusted proxies tell, undefined where that is no address. */
const knownAddress = (request: IncomingMessage, trustProxyHops: number): string | undefined => {
  if (trustProxyHops === 0) return peerOf(request);
  const claimed = proxyAddress(request, (_address, hop) => hop < trustProxyHops).trim();
  const { v4, v6 } = withPort.exec(claimed)?.groups ?? {};
  const address = plainAddress(v4 ?? v6 ?? claimed);
  return isIP(address) === 0 ? undefined : address;
};

/**
 * Who sent the request: the peer, or with `trustProxyHops` proxies in front of the service the address that the outermost of them saw.
 * Whatever stands before that in the header was written by the client, and counts for nothing. The peer, too, where those proxies tell no address.
 */
export const clientAddress = (request: IncomingMessage, trustProxyHops: number): string =>
  knownAddress(request, trustProxyHops) ?? peerOf(request);

/** Whether a proxy that nobody told us to trust speaks for somebody else. */
const isForwarded = (request: IncomingMessage): boolean =>
  request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;

/** Whether an address is this machine's or in one of the networks (`10.0.0.0/8`, `fd00::/8`, or a single address). Throws on a malformed network. */
export const createAddressList = (cidrs: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  for (const cidr of cidrs) {
    const [network = '', prefix] = cidr.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    // Read leniently, a missing prefix would be 0, and all the world internal.
    if (prefix === undefined) list.addAddress(network, family);
    else if (/^\d{1,3}$/.test(prefix)) list.addSubnet(network, Number(prefix), family);
    else throw new RangeError(`not a network: ${cidr}`);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
};

/** Whether a request comes from this machine or from one of the networks, and not through a proxy that nobody told us to trust. */
export const createInternalCheck = (settings: {
  readonly internalCidrs?: readonly string[] | undefined;
  readonly trustProxyHops?: number | undefined;
}): ((request: IncomingMessage) => boolean) => {
  const { internalCidrs = [], trustProxyHops = 0 } = settings;
  const isInternalAddress = createAddressList(internalCidrs);
  return (request) => {
    if (trustProxyHops === 0 && isForwarded(request)) return false;
    const address = knownAddress(request, trustProxyHops);
    // A proxy that is near may speak for anybody.
    return address !== undefined && isInternalAddress(address);
  };
};

const groupsOf = (half: string): readonly string[] => (half === '' ? [] : half.split(':'));

/** What one sender is likely to hold: an IPv4 address, or the first 64 bits of an IPv6 one. */
export const addressBlock = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('::');
  const head = groupsOf(before);
  const tail = after === undefined ? [] : groupsOf(after);
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const groups = after === undefined ? head : [...head, ...zeros, ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};
