import { type LookupAddress, type LookupOptions } from 'node:dns';
import { isIPv4, type LookupFunction } from 'node:net';
import { EgressForbidden } from './egress-forbidden.js';
import type { Networks } from './networks.js';
import { isPublicAddress } from './public-address.js';

/**
 * Looks a name up for a connection and answers what may be dialled, so that what was judged is what is dialled and no second look can answer otherwise. One address
 * that is not public is enough to refuse the name: a mix is made so that the other one is tried.
 */
export const guardedLookup =
  (lookup: LookupFunction, allow: Networks): LookupFunction =>
  (hostname, options, callback) => {
    // All families whatever was asked for: the name is judged as a whole.
    lookup(hostname, { ...options, all: true, family: 0 }, (fault, found, family) => {
      if (fault !== null) {
        callback(fault, []);
        return;
      }
      const addresses = listed(found, family);
      if (!addresses.every(({ address }) => isPublicAddress(address, allow))) {
        callback(new EgressForbidden(), []);
        return;
      }
      answer(addresses, options, callback);
    });
  };

/** A copy, made of what is read once. */
const listed = (found: string | readonly LookupAddress[], family: number | undefined): readonly LookupAddress[] =>
  typeof found === 'string'
    ? [{ address: found, family: family ?? 4 }]
    : found.map(({ address }) => ({ address, family: familyOf(address) }));

const familyOf = (address: string): number => (isIPv4(address) ? 4 : 6);

const answer = (
  addresses: readonly LookupAddress[],
  { all, family }: LookupOptions,
  callback: Parameters<LookupFunction>[2],
): void => {
  const wanted = addresses.filter((address) => isWanted(family, address.family));
  const [first] = wanted;
  if (first === undefined) {
    callback(Object.assign(new Error('the name has no address of the family'), { code: 'ENOTFOUND' }), []);
  } else if (all === true) {
    callback(null, [...wanted]);
  } else {
    callback(null, first.address, first.family);
  }
};

const isWanted = (family: LookupOptions['family'], of: number): boolean => {
  if (family === 4 || family === 'IPv4') return of === 4;
  if (family === 6 || family === 'IPv6') return of === 6;
  return true;
};
