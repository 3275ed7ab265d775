import type { Client } from '@svc/client';
import { QueryClientProvider } from '@tanstack/preact-query';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo, useRef, useState } from 'preact/hooks';
import { clientFor } from '../api/client.js';
import { createQueryClient } from '../api/query-client.js';
import { credentialStore } from './credential-store.js';
import { tellSignOut } from './on-sign-out.js';

export interface Session {
  /** Undefined where nobody is signed in. */
  readonly client: Client | undefined;
  /** Whether a credential was there and has come to its end. */
  readonly hasEnded: boolean;
  readonly signIn: (credential: string) => void;
  readonly signOut: () => void;
  /** Leads to sign-in, and back from there: the service does not accept the credential any more. */
  readonly end: () => void;
}

const Context = createContext<Session | undefined>(undefined);

const startClient = (): Client | undefined => {
  const credential = credentialStore.read();
  return credential === undefined ? undefined : clientFor(credential);
};

/** Holds who is signed in. All that was fetched is forgotten with the credential that it was fetched with. */
export const SessionProvider = ({ children }: { readonly children: ComponentChildren }) => {
  const [client, setClient] = useState(startClient);
  const [hasEnded, setHasEnded] = useState(false);
  const latest = useRef(client);
  latest.current = client;

  const { session, queries } = useMemo(() => {
    const leave = (ended: boolean): void => {
      credentialStore.forget();
      tellSignOut();
      setHasEnded(ended);
      setClient(undefined);
    };
    const enter = (credential: string): void => {
      credentialStore.keep(credential);
      setHasEnded(false);
      setClient(clientFor(credential));
    };
    // What was asked for with one credential may be refused when somebody has signed in with another.
    const end = (): void => {
      if (client !== undefined && client === latest.current) leave(true);
    };
    return {
      session: { client, hasEnded, signIn: enter, signOut: () => leave(false), end },
      queries: createQueryClient(end),
    };
  }, [client, hasEnded]);

  return (
    <Context.Provider value={session}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </Context.Provider>
  );
};

export const useSession = (): Session => {
  const session = useContext(Context);
  if (session === undefined) throw new Error('there is no SessionProvider');
  return session;
};

/** The service, on pages that are shown to people who are signed in alone. */
export const useClient = (): Client => {
  const { client } = useSession();
  if (client === undefined) throw new Error('nobody is signed in');
  return client;
};
