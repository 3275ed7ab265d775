import type { ApiClient } from './api-client.js';
import { type Answer, expectStatus, read } from './exchange.js';
import { named, sha256, type TestObject } from './test-object.js';
import { type BatchEntry, batchAnswer, downloadsAnswer, objectsAnswer, type Usage, usageAnswer } from './wire.js';

type Named = Pick<TestObject, 'oid' | 'size'>;

/** The byte routes of one repository. What may fail in a test answers as it comes; what must succeed is read. */
export interface RepositoryClient {
  readonly id: string;
  readonly organizationId: string;
  readonly api: ApiClient;
  open(idempotencyKey?: string, body?: unknown): Promise<Answer>;
  authorize(sessionId: string, objects: readonly Named[]): Promise<Answer>;
  complete(sessionId: string, object: Named): Promise<Answer>;
  finalize(sessionId: string): Promise<Answer>;
  batch(operation: 'upload' | 'download', objects: readonly Named[]): Promise<Answer>;
  /** The entry of a batch for one object. */
  entry(operation: 'upload' | 'download', object: Named): Promise<BatchEntry>;
  /** With the header fields that the URL came with. */
  put(url: string, bytes: Uint8Array, header?: Readonly<Record<string, string>>): Promise<Answer>;
  verify(url: string, object: Named): Promise<Answer>;
  usage(): Promise<Usage>;
  /** Every object of the list, page by page. */
  objects(): Promise<readonly Named[]>;
  /** The whole object through `downloads/authorize`; undefined when it gives no URL. */
  download(oid: string): Promise<Buffer | undefined>;
  /** Downloads through both ways that lead to a URL; throws unless both give exactly the object. */
  expectDownload(object: Named): Promise<void>;
}

const listObjects = async (api: ApiClient, base: string): Promise<readonly Named[]> => {
  const found: Named[] = [];
  let query: string | undefined = '?limit=100';
  while (query !== undefined) {
    const answer: Answer = await api.call('GET', `${base}/objects${query}`);
    const { objects, next_cursor: cursor } = read(answer, 200, objectsAnswer);
    found.push(...objects);
    query = cursor === undefined ? undefined : `?limit=100&cursor=${encodeURIComponent(cursor)}`;
  }
  return found;
};

export const createRepositoryClient = (api: ApiClient, id: string, organizationId: string): RepositoryClient => {
  const base = `/repositories/${id}`;
  const fetchWhole = async (url: string): Promise<Buffer> => expectStatus(await api.exchange({ method: 'GET', url }), 200).bytes;
  const client: RepositoryClient = {
    id,
    organizationId,
    api,
    open: (idempotencyKey, body = {}) =>
      api.call('POST', `${base}/uploads`, body, idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    authorize: (sessionId, objects) => api.call('POST', `${base}/uploads/${sessionId}/objects`, { objects: objects.map(named) }),
    complete: (sessionId, { oid, size }) => api.call('POST', `${base}/uploads/${sessionId}/objects/${oid}/complete`, { size }),
    finalize: (sessionId) => api.call('POST', `${base}/uploads/${sessionId}/finalize`),
    batch: (operation, objects) =>
      api.call('POST', `${base}/lfs/objects/batch`, { operation, transfers: ['basic'], objects: objects.map(named) }),
    entry: async (operation, object) => {
      const [entry] = read(await client.batch(operation, [object]), 200, batchAnswer).objects;
      if (entry?.oid !== object.oid) throw new Error('a batch has one entry for each object');
      return entry;
    },
    put: (url, bytes, headers = {}) => api.exchange({ method: 'PUT', url, headers, body: bytes }),
    verify: (url, object) =>
      api.exchange({
        method: 'POST',
        url,
        headers: { 'Content-Type': 'application/vnd.git-lfs+json' },
        body: JSON.stringify(named(object)),
      }),
    usage: async () => read(await api.call('GET', `${base}/usage`), 200, usageAnswer).usage,
    objects: () => listObjects(api, base),
    download: async (oid) => {
      const answer = await api.call('POST', `${base}/downloads/authorize`, { objects: [{ oid }] });
      const [entry] = read(answer, 200, downloadsAnswer).objects;
      return entry?.download_url === undefined ? undefined : fetchWhole(entry.download_url);
    },
    expectDownload: async (object) => {
      const { actions } = await client.entry('download', object);
      const ways = [await client.download(object.oid), actions?.download && (await fetchWhole(actions.download.href))];
      for (const bytes of ways) {
        if (bytes === undefined) throw new Error(`${object.oid} cannot be downloaded`);
        if (bytes.byteLength !== object.size || sha256(bytes) !== object.oid) throw new Error(`${object.oid} has other bytes`);
      }
    },
  };
  return client;
};
