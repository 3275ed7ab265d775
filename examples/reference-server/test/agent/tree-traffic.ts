import type { InterferingProxy, ProxiedExchange } from '../git-lfs/interfering-proxy.js';

const packPath = /\/lfs\/chunks\/packs\/([0-9a-f]{64})$/;

/** The name of the pack that a request sends; undefined for any other request. */
export const sentPack = ({ method, path }: ProxiedExchange): string | undefined =>
  method === 'PUT' ? packPath.exec(path)?.[1] : undefined;

/** Every sending of a pack, in order, finished or not. */
export const sentPacks = ({ exchanges }: InterferingProxy): readonly string[] =>
  exchanges.flatMap((exchange) => sentPack(exchange) ?? []);

/** The packs whose arrival the client has been told of, or could have been. */
export const arrivedPacks = ({ exchanges }: InterferingProxy): readonly string[] =>
  exchanges.filter(({ status }) => status === 201).flatMap((exchange) => sentPack(exchange) ?? []);

/** Bodies that went to the server. */
export const sentBytes = ({ exchanges }: InterferingProxy): number =>
  exchanges.reduce((sum, { requestBytes }) => sum + requestBytes, 0);

/** Bodies that the server has sent, by the lengths that it says they have. */
export const receivedBytes = ({ exchanges }: InterferingProxy): number =>
  exchanges.reduce((sum, { responseHeaders }) => sum + Number(responseHeaders['content-length'] ?? 0), 0);

/** Questions where many objects go or are. */
export const batches = ({ exchanges }: InterferingProxy): readonly ProxiedExchange[] =>
  exchanges.filter(({ path }) => path.endsWith('/lfs/objects/batch'));

/** Questions where an object is, by the way of those without Git. */
export const permissions = ({ exchanges }: InterferingProxy): readonly ProxiedExchange[] =>
  exchanges.filter(({ path }) => path.endsWith('/downloads/authorize'));

/** Uploads of whole objects, as the basic transfer makes them. */
export const wholeUploads = ({ exchanges }: InterferingProxy): readonly ProxiedExchange[] =>
  exchanges.filter(({ method, path }) => method === 'PUT' && !path.includes('/lfs/'));
