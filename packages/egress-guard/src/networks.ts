import { BlockList, isIP, isIPv4 } from 'node:net';

/** A set of addresses of both families. */
export interface Networks {
  /** False for text that is no address. */
  contains(address: string): boolean;
}

/** IPv6 networks whose addresses lead to the IPv4 address in their last 32 bits: mapped ones (RFC 4291) and those of a NAT64 (RFC 6052). */
const embeddings = ['::ffff:', '64:ff9b::'];
const embeddedAt = 96;

/**
 * Reads networks as `10.0.0.0/8`, `fd00::/8` or one address. An IPv4 network holds its addresses in each of their IPv6 spellings too. Throws on text of another
 * form.
 */
export const parseNetworks = (cidrs: readonly string[]): Networks => {
  // Of each family a list of its own: in a common one Node compares IPv4 addresses with IPv6 networks by rules of its own.
  const [v4, v6] = [new BlockList(), new BlockList()];
  for (const cidr of cidrs) {
    const { address, prefix } = parseCidr(cidr);
    if (isIPv4(address)) {
      v4.addSubnet(address, prefix, 'ipv4');
      for (const start of embeddings) v6.addSubnet(start + address, embeddedAt + prefix, 'ipv6');
    } else {
      v6.addSubnet(address, prefix, 'ipv6');
    }
  }
  return { contains: (address) => isPlain(address) && (isIPv4(address) ? v4.check(address, 'ipv4') : v6.check(address, 'ipv6')) };
};

/** An address with a zone (`fe80::1%eth0`) is none that any network can hold: it means something else on each machine. */
const isPlain = (address: string): boolean => isIP(address) !== 0 && !address.includes('%');

const parseCidr = (cidr: string): { readonly address: string; readonly prefix: number } => {
  const [, address = '', digits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(cidr) ?? [];
  const bits = isIPv4(address) ? 32 : 128;
  const prefix = digits === undefined ? bits : Number(digits);
  if (!isPlain(address) || prefix > bits) throw new Error(`${JSON.stringify(cidr)} is not a network such as 10.0.0.0/8`);
  return { address, prefix };
};
