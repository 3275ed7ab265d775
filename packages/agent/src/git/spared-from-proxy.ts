import { BlockList, isIP } from 'node:net';

/** As a URL has them. */
export interface ProxiedPlace {
  readonly host: string;
  readonly port: string;
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase();

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const listOf = (address: string, prefix: number): BlockList => {
  const list = new BlockList();
  list.addSubnet(address, prefix, familyOf(address));
  return list;
};

const ownAddresses = [listOf('127.0.0.0', 8), listOf('::1', 128)];

/** This machine itself, which no proxy is asked for. */
export const isOwnHost = (hostname: string): boolean => {
  const host = withoutBrackets(hostname);
  return host === 'localhost' || (isIP(host) !== 0 && ownAddresses.some((list) => list.check(host, familyOf(host))));
};

const subnet = /^(?<address>[^/]+)\/(?<prefix>\d{1,3})$/;
const hostAndPort = /^(?<host>\[[^\]]*\]|[^:]*):(?<port>\d+)$/;

const isInSubnet = (host: string, address: string, prefix: number): boolean =>
  isIP(host) !== 0 &&
  isIP(host) === isIP(address) &&
  prefix <= (isIP(address) === 6 ? 128 : 32) &&
  listOf(address, prefix).check(host, familyOf(host));

const isSpared = ({ host, port }: ProxiedPlace, entry: string): boolean => {
  if (entry === '*') return true;
  const { address = '', prefix = '' } = subnet.exec(entry)?.groups ?? {};
  if (address !== '') return isInSubnet(host, address, Number(prefix));
  const { host: named = entry, port: namedPort = port } = hostAndPort.exec(entry)?.groups ?? {};
  const name = withoutBrackets(named.replace(/^\*\./, '.'));
  if (name === '' || namedPort !== port) return false;
  return name.startsWith('.') ? host.endsWith(name) : host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
};

/**
 * Whether `NO_PROXY` lists a host, as git-lfs reads it: names, which stand for the hosts below them, too; `.name` for those alone; addresses; networks such
 * as `10.0.0.0/8`; each with a port or without; `*` for all.
 */
export const isSparedFromProxy = ({ host, port }: ProxiedPlace, noProxy: string): boolean => {
  const place = { host: withoutBrackets(host), port };
  return noProxy
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
    .some((entry) => entry !== '' && isSpared(place, entry));
};
