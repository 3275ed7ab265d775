import { type LookupAddress, Resolver } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { addressesInHosts, askedNames, type SystemNames, systemNames } from './system-names.js';

export interface NameLookupOptions {
  readonly system?: SystemNames;
  readonly makeResolver?: () => Resolver;
  /** After so long, in milliseconds, a name is not found; 5 s when absent. */
  readonly maxMs?: number;
}

/** One with addresses of one family waits no longer than this for those of the other. */
const otherFamilyMs = 300;
const defaultMaxMs = 5000;

const askServers = (): Resolver => new Resolver({ timeout: 1000, tries: 2 });

/** RFC 6761, 6.3: these are of this machine, whatever a name server says. */
const ownName = /^(?:.+\.)?localhost\.?$/i;

const addressOf = (address: string): LookupAddress => ({ address, family: isIP(address) });

const faultOf = (message: string, code: string): NodeJS.ErrnoException => Object.assign(new Error(message), { code });

/** What a name server says of a name that it knows, and that has no address, or of one that it does not know. */
const isAbsence = ({ code }: NodeJS.ErrnoException): boolean => code === 'ENOTFOUND' || code === 'ENODATA';

type Found = readonly LookupAddress[] | NodeJS.ErrnoException;

/** No matter which realm Node's errors are of: where this code has one of its own, as under Jest, they are of another one. */
const isFault = (found: Found | undefined): found is NodeJS.ErrnoException => found !== undefined && !Array.isArray(found);

const askFamily = (resolver: Resolver, name: string, family: 4 | 6): Promise<Found> =>
  new Promise((resolve) => {
    const answer = (fault: NodeJS.ErrnoException | null, addresses: readonly string[]): void =>
      resolve(fault ?? addresses.map(addressOf));
    if (family === 4) resolver.resolve4(name, answer);
    else resolver.resolve6(name, answer);
  });

const after = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());

/** The addresses of both families; of one alone where the other does not come. */
const askBoth = async (resolver: Resolver, name: string): Promise<Found> => {
  const asked = ([4, 6] as const).map((family) => askFamily(resolver, name, family));
  const isFound = (found: Found | undefined): found is readonly LookupAddress[] => Array.isArray(found) && found.length > 0;
  await Promise.any(asked.map(async (one) => (isFound(await one) ? undefined : Promise.reject(new Error('none'))))).catch(
    () => undefined,
  );
  const [four, six] = await Promise.all(asked.map((one) => Promise.race([one, after(otherFamilyMs)])));
  const found = [four, six].filter(isFound).flat();
  if (found.length > 0) return found;
  const faults = [four, six].filter(isFault);
  return faults.find((fault) => !isAbsence(fault)) ?? faults[0] ?? faultOf('the name has no address', 'ENODATA');
};

const askInTurn = async (resolver: Resolver, names: readonly string[]): Promise<Found> => {
  let last: Found = faultOf('the name is not known', 'ENOTFOUND');
  for (const name of names) {
    last = await askBoth(resolver, name);
    if (!isFault(last) || !isAbsence(last)) return last;
  }
  return last;
};

/**
 * Looks names up in the hosts file and at the name servers themselves, as the system would. The system itself has two threads for all look-ups of a process, and a name
 * whose server does not answer holds one for many seconds: a tenant who may name a host could keep all others from connecting anywhere.
 */
export const createNameLookup = ({
  system = systemNames,
  makeResolver = askServers,
  maxMs = defaultMaxMs,
}: NameLookupOptions = {}): LookupFunction => {
  let servers: { readonly resolvConf: string; readonly resolver: Resolver } | undefined;
  /** It remembers which of its servers do not answer, and is made anew when others are to be asked. */
  const resolverFor = (resolvConf: string): Resolver => {
    if (servers?.resolvConf !== resolvConf) servers = { resolvConf, resolver: makeResolver() };
    return servers.resolver;
  };
  const find = async (name: string): Promise<Found> => {
    const told = addressesInHosts(system.hosts(), name);
    if (told.length > 0) return told.map(addressOf);
    if (ownName.test(name)) return [addressOf('127.0.0.1')];
    const resolvConf = system.resolvConf();
    const asking = askInTurn(resolverFor(resolvConf), askedNames(resolvConf, name));
    return (await Promise.race([asking, after(maxMs)])) ?? faultOf('the name servers do not answer', 'ETIMEOUT');
  };
  return (name, _options, answer) => {
    void find(name).then((found) => (isFault(found) ? answer(found, []) : answer(null, [...found])));
  };
};
