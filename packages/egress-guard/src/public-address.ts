import { type Networks, parseNetworks } from './networks.js';

/** What is given out to the public at all: of IPv6 only one eighth is (IANA, IPv6 Address Space), and what leads to IPv4. */
const given = parseNetworks(['0.0.0.0/0', '2000::/3']);

/** Parts of it that are somebody's own, or nobody's (RFC 6890 and IANA's registries of special-purpose addresses). */
const special = parseNetworks([
  '0.0.0.0/8', // this host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared behind a carrier's NAT; some clouds keep their metadata there
  '127.0.0.0/8', // loopback
  '168.63.129.16', // the host of an Azure machine, though the address is a public one
  '169.254.0.0/16', // link-local, where most clouds keep their metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved and broadcast
  '2001::/23', // protocol assignments, and Teredo, which leads to an IPv4 address inside
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which leads to an IPv4 address inside
  '3fff::/20', // documentation
]);

/**
 * Whether the address may be connected to: it is a public one, or one of those that the operator allows. An IPv6 address that leads to an IPv4 address is judged
 * as that one; Teredo and 6to4, which nobody serves from, are refused as a whole. False for text that is no address.
 */
export const isPublicAddress = (address: string, allow: Networks): boolean =>
  allow.contains(address) || (given.contains(address) && !special.contains(address));
