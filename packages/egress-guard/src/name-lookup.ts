import { type LookupAddress, Resolver } from 'node:dns';
import type { LookupFunction } from 'node:net';

export interface NameLookupOptions {
  /** Asked for what the name servers do not know, such as names of a hosts file; nobody when absent. */
  readonly askSystem?: LookupFunction | undefined;
  readonly makeResolver?: () => Resolver;
}

type Answer = Parameters<LookupFunction>[2];

/** Together less than what a delivery has. The servers are read anew each time, so that a change of them is heard of. */
const askServers = (): Resolver => new Resolver({ timeout: 2000, tries: 2 });

/** So long a name waits for its turn with the system; who asked has other things to do by then. */
const maxWaitMs = 5000;

/** RFC 6761, 6.3: these are of this machine, whatever a name server says. */
const ownName = /^(?:.+\.)?localhost\.?$/i;
const ownAddresses: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const resolved = (resolver: Resolver, name: string, family: 4 | 6): Promise<readonly LookupAddress[] | NodeJS.ErrnoException> =>
  new Promise((resolve) => {
    const answer = (fault: NodeJS.ErrnoException | null, addresses: readonly string[]): void =>
      resolve(fault ?? addresses.map((address) => ({ address, family })));
    if (family === 4) resolver.resolve4(name, answer);
    else resolver.resolve6(name, answer);
  });

/** Lets one at a time act, in the order in which they came; who has waited too long is told so. */
const createTurns = () => {
  let last: Promise<void> = Promise.resolve();
  return (act: () => Promise<void>, refuse: () => void): void => {
    const cameAt = performance.now();
    last = last.then(() => (performance.now() - cameAt > maxWaitMs ? refuse() : act()));
  };
};

/**
 * Looks names up at the name servers themselves. The system would be asked in one of two threads that the whole process has for it, and a name whose server does
 * not answer holds one for many seconds: whoever may name a host could keep all others from connecting anywhere. So the system has one question of these at a time.
 */
export const createNameLookup = ({ askSystem, makeResolver = askServers }: NameLookupOptions = {}): LookupFunction => {
  const inTurn = createTurns();
  const askedSystem = (ask: LookupFunction, ...[hostname, options, answer]: Parameters<LookupFunction>): void =>
    inTurn(
      () =>
        new Promise((resolve) => {
          ask(hostname, options, (...answered) => {
            answer(...answered);
            resolve();
          });
        }),
      () => answer(Object.assign(new Error('too many names are looked up'), { code: 'EAI_AGAIN' }), []),
    );
  return (hostname, options, answer: Answer) => {
    if (ownName.test(hostname)) {
      process.nextTick(() => answer(null, [...ownAddresses]));
      return;
    }
    const resolver = makeResolver();
    void Promise.all([resolved(resolver, hostname, 4), resolved(resolver, hostname, 6)]).then(([four, six]) => {
      const found = [four, six].flatMap((one) => (one instanceof Error ? [] : one));
      if (found.length > 0) answer(null, found);
      else if (askSystem !== undefined) askedSystem(askSystem, hostname, options, answer);
      else answer(four instanceof Error ? four : Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' }), []);
    });
  };
};
