import { type Client, createClient, type Transport } from '@svc/client';
import type { Connections } from './connections.js';
import { findExtraHeaders } from './git/extra-headers.js';
import type { RunGit } from './git/run-git.js';
import { createHttpTransport, type Stall } from './http-transport.js';
import { withoutUser } from './settings/clone-place.js';

export interface ServiceClientOptions {
  readonly baseUrl: string;
  readonly credential: string;
  readonly allowHttp: boolean;
  readonly stallSeconds: number;
  /** Of the repository; git's configuration may have headers for it. */
  readonly lfsUrl: string;
  readonly onStall?: (stall: Stall) => void;
}

export interface ClientDependencies {
  readonly runGit: RunGit;
  readonly connections: Connections;
}

/** A client of the service, which sends along what git's configuration has for it. */
export const openClient = async (options: ServiceClientOptions, { runGit, connections }: ClientDependencies): Promise<Client> => {
  const { baseUrl, credential, allowHttp, stallSeconds, lfsUrl, onStall } = options;
  // A file of certificates that is of no use is a matter of settings, and not of a network on which one tries again.
  if (baseUrl.startsWith('https:')) await connections.agentFor(withoutUser(lfsUrl));
  const transport = createHttpTransport({
    stallMs: stallSeconds * 1000,
    connections,
    ...(onStall === undefined ? {} : { onStall }),
  });
  const { others } = await findExtraHeaders(runGit, withoutUser(lfsUrl));
  return createClient({
    baseUrl,
    credential,
    allowPlainHttp: allowHttp,
    transport: withHeaders(transport, new URL(baseUrl).origin, others),
  });
};

/** Sends headers to one origin and to no other: a signed URL may lead to a store of somebody else's. What a request says itself stays. */
const withHeaders =
  (transport: Transport, origin: string, headers: Readonly<Record<string, string>>): Transport =>
  (request) =>
    transport(new URL(request.url).origin === origin ? { ...request, headers: { ...headers, ...request.headers } } : request);
