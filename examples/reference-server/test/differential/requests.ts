import type { SeededRandom } from '@svc/conformance';
import { z } from 'zod';
import { type Answer, textOf } from '../client/exchange.js';
import { objectNamed, sha256 } from '../client/test-object.js';
import { comparableBytes } from './comparable.js';
import type { Comparable, Side } from './side.js';

/** Numbers that were drawn for a request before it is made, so that both servers are asked the same. */
export type Draw = readonly number[];

export const drawFrom = (random: SeededRandom): Draw => Array.from({ length: 8 }, () => random.integer(2 ** 31));

/** One kind of request; it is made on one server, and what its answer shows becomes known there. */
export interface RequestKind {
  readonly weight: number;
  readonly make: (side: Side, draw: Draw) => Promise<Comparable>;
}

const unknownId = '00000000-0000-4000-8000-000000000000';

const at = (draw: Draw, place: number): number => draw[place] ?? 0;
const pick = <T>(items: readonly T[], number: number): T | undefined => items[number % Math.max(1, items.length)];
/** Mostly the newest ones, which are the ones that are in use. */
const pickNew = <T>(items: readonly T[], number: number): T | undefined => pick(items.slice(-4), number);

const organizationOf = (side: Side, number: number): string => pickNew(side.known.organizations, number) ?? unknownId;
const repositoryOf = (side: Side, number: number): string =>
  number % 50 === 0 ? unknownId : (pickNew(side.known.repositories, number) ?? unknownId);

/** Who asks: mostly the lane's own user. */
const apiOf = ({ api, stranger }: Side, number: number) => (number % 12 === 0 ? stranger : api);

const parsed = <T>(answer: Answer, schema: z.ZodType<T>): T | undefined => {
  if (answer.status >= 300 || answer.bytes.byteLength === 0) return undefined;
  const outcome = schema.safeParse(JSON.parse(textOf(answer)));
  return outcome.success ? outcome.data : undefined;
};

const poolSize = 30;
const objectAt = (side: Side, number: number) => {
  const name = number % poolSize;
  return { name, ...objectNamed(`lane ${side.lane} object ${name}`, (name * 397) % 6000) };
};
const namedObjects = (side: Side, draw: Draw, count: number) =>
  [...new Set(Array.from({ length: count }, (_, index) => (at(draw, 2) + index * (1 + (at(draw, 3) % 3))) % poolSize))].map(
    (name) => {
      const { oid, size } = objectAt(side, name);
      return { oid, size };
    },
  );
const nameOfOid = (side: Side, oid: string): number =>
  Array.from({ length: poolSize }, (_, name) => name).find((name) => objectAt(side, name).oid === oid) ?? 0;

const organization = z.object({ organization: z.object({ id: z.string() }) });
const repository = z.object({ repository: z.object({ id: z.string() }) });
const token = z.object({ token: z.object({ id: z.string() }), secret: z.string() });
const session = z.object({ session: z.object({ id: z.string() }) });
const authorized = z.object({ objects: z.array(z.object({ oid: z.string(), upload_url: z.string().optional() })) });
const action = z.object({ href: z.string(), header: z.record(z.string(), z.string()).optional() });
const batch = z.object({
  objects: z.array(
    z.object({
      oid: z.string(),
      actions: z.object({ download: action.optional(), upload: action.optional(), verify: action.optional() }).optional(),
    }),
  ),
});
const downloads = z.object({ objects: z.array(z.object({ download_url: z.string().optional() })) });
const lock = z.object({ lock: z.object({ id: z.string() }) });

const lfs = { 'Content-Type': 'application/vnd.git-lfs+json', Accept: 'application/vnd.git-lfs+json' };

const createOrganization: RequestKind['make'] = async (side, draw) => {
  const name = `Lane ${side.lane} ${at(draw, 0) % 40}`;
  const answer = await side.api.call('POST', '/organizations', at(draw, 1) % 9 === 0 ? { name, unknown: 1 } : { name });
  const made = parsed(answer, organization);
  if (made !== undefined) side.known.organizations.push(made.organization.id);
  return side.comparable(answer);
};

const createRepository: RequestKind['make'] = async (side, draw) => {
  const body = {
    name: `Repository ${at(draw, 0) % 14}`,
    visibility: pick(['PRIVATE', 'INTERNAL', 'PUBLIC', 'PRIVATE', 'HIDDEN'], at(draw, 1)),
    ...(at(draw, 2) % 15 === 0 ? { storage_mode: 'byos' } : {}),
  };
  const path = `/organizations/${organizationOf(side, at(draw, 3))}/repositories`;
  const answer = await apiOf(side, at(draw, 4)).call('POST', path, body);
  const made = parsed(answer, repository);
  if (made !== undefined) side.known.repositories.push(made.repository.id);
  return side.comparable(answer);
};

const createToken: RequestKind['make'] = async (side, draw) => {
  const kind = pick(['PAT', 'CI', 'REPO', 'OTHER'], at(draw, 0));
  const scopes = pick([['repo:read'], ['repo:write'], ['repo:admin'], ['org:read', 'usage:read'], []], at(draw, 1));
  const bound = kind === 'REPO' ? { repository_id: repositoryOf(side, at(draw, 2)) } : {};
  const path = `/organizations/${organizationOf(side, at(draw, 3))}/tokens`;
  const answer = await side.api.call('POST', path, { name: `token ${at(draw, 4) % 7}`, kind, scopes, ...bound });
  const made = parsed(answer, token);
  if (made !== undefined) side.known.tokens.push({ id: made.token.id, secret: made.secret });
  return side.comparable(answer);
};

const askWithToken: RequestKind['make'] = async (side, draw) => {
  const secret = pickNew(side.known.tokens, at(draw, 0))?.secret ?? 'svc_pat_none';
  const path = pick(
    [
      `/repositories/${repositoryOf(side, at(draw, 1))}`,
      `/organizations/${organizationOf(side, at(draw, 1))}`,
      `/organizations/${organizationOf(side, at(draw, 1))}/tokens`,
      '/users/me',
    ],
    at(draw, 2),
  );
  return side.comparable(await side.api.call('GET', path ?? '/users/me', undefined, { Authorization: `Bearer ${secret}` }));
};

const openSession: RequestKind['make'] = async (side, draw) => {
  const repo = repositoryOf(side, at(draw, 0));
  const key = at(draw, 1) % 3 === 0 ? { 'Idempotency-Key': `key ${at(draw, 2) % 9}` } : {};
  const body = at(draw, 3) % 5 === 0 ? { expected_objects: at(draw, 4) % 3 } : {};
  const answer = await apiOf(side, at(draw, 5)).call('POST', `/repositories/${repo}/uploads`, body, key);
  const made = parsed(answer, session);
  if (made !== undefined) side.known.sessions.push({ repository: repo, id: made.session.id });
  return side.comparable(answer);
};

const sessionPath = (side: Side, number: number): string => {
  const known = pickNew(side.known.sessions, number);
  return `/repositories/${known?.repository ?? unknownId}/uploads/${known?.id ?? unknownId}`;
};

const authorizeObjects: RequestKind['make'] = async (side, draw) => {
  const objects = namedObjects(side, draw, 1 + (at(draw, 1) % 4));
  const path = sessionPath(side, at(draw, 0));
  const answer = await side.api.call('POST', `${path}/objects`, { objects });
  for (const { oid, upload_url: url } of parsed(answer, authorized)?.objects ?? []) {
    if (url === undefined) continue;
    side.known.uploads.push({ url, name: nameOfOid(side, oid), verifyUrl: undefined, sessionPath: path, header: {} });
  }
  return side.comparable(answer);
};

const askToVerify = async (side: Side, url: string, name: number): Promise<Comparable> => {
  const { oid, size } = objectAt(side, name);
  return side.comparable(await side.api.exchange({ method: 'POST', url, headers: lfs, body: JSON.stringify({ oid, size }) }));
};

const putBytes: RequestKind['make'] = async (side, draw) => {
  const upload = pickNew(side.known.uploads, at(draw, 0));
  if (upload === undefined) return side.comparable(await side.api.call('GET', '/plans'));
  const { bytes } = objectAt(side, upload.name);
  const wrong = Buffer.from(bytes);
  if (wrong.byteLength > 0) wrong[0] = (wrong[0] ?? 0) ^ 1;
  const body = pick([bytes, bytes, bytes, bytes, wrong, bytes.subarray(1)], at(draw, 1)) ?? bytes;
  // What a stopped header says of the right bytes is no matter of the service.
  const isWhole = body === bytes || Object.keys(upload.header).length === 0;
  const sent = isWhole ? body : bytes;
  const stored = comparableBytes(await side.api.exchange({ method: 'PUT', url: upload.url, headers: upload.header, body: sent }));
  // What a client of Git LFS leaves unverified each server verifies by itself, some seconds later, when the other one need not have come to it.
  const verified = upload.verifyUrl === undefined ? [] : [await askToVerify(side, upload.verifyUrl, upload.name)];
  return { status: 0, type: undefined, facts: {}, body: [stored, ...verified] };
};

const verifyUpload: RequestKind['make'] = async (side, draw) => {
  const upload = pick(
    side.known.uploads.slice(-6).filter(({ verifyUrl }) => verifyUrl !== undefined),
    at(draw, 0),
  );
  if (upload?.verifyUrl === undefined) return side.comparable(await side.api.call('GET', '/plans'));
  const { oid, size } = objectAt(side, upload.name);
  const body = JSON.stringify({ oid, size: at(draw, 1) % 9 === 0 ? size + 1 : size });
  return side.comparable(await side.api.exchange({ method: 'POST', url: upload.verifyUrl, headers: lfs, body }));
};

const completeUpload: RequestKind['make'] = async (side, draw) => {
  const upload = pickNew(side.known.uploads, at(draw, 0));
  const { oid, size } = objectAt(side, upload?.name ?? 0);
  const path = `${upload?.sessionPath ?? sessionPath(side, at(draw, 1))}/objects/${oid}/complete`;
  return side.comparable(await side.api.call('POST', path, { size: at(draw, 2) % 12 === 0 ? size + 1 : size }));
};

const batchRequest: RequestKind['make'] = async (side, draw) => {
  const operation = pick(['upload', 'download', 'download', 'erase'], at(draw, 0)) ?? 'upload';
  const path = `/repositories/${repositoryOf(side, at(draw, 1))}/lfs/objects/batch`;
  const body = { operation, transfers: ['basic'], objects: namedObjects(side, draw, 1 + (at(draw, 4) % 6)), hash_algo: 'sha256' };
  const answer = await apiOf(side, at(draw, 5)).call('POST', path, body, at(draw, 6) % 2 === 0 ? lfs : {});
  for (const { oid, actions } of parsed(answer, batch)?.objects ?? []) {
    const { upload, verify, download } = actions ?? {};
    if (upload !== undefined) {
      side.known.uploads.push({
        url: upload.href,
        name: nameOfOid(side, oid),
        verifyUrl: verify?.href,
        sessionPath: undefined,
        header: upload.header ?? {},
      });
    }
    if (download !== undefined) side.known.downloads.push(download.href);
  }
  // A storage may want header fields that others do not know, so what they are is not compared.
  return withoutUploadHeaders(side.comparable(answer));
};

const withoutUploadHeaders = (comparable: Comparable): Comparable => {
  if (comparable.body === undefined) return comparable;
  const body: unknown = JSON.parse(
    JSON.stringify(comparable.body, (key, value: unknown) => (key === 'header' ? undefined : value)),
  );
  return { ...comparable, body };
};

const authorizeDownloads: RequestKind['make'] = async (side, draw) => {
  const objects = namedObjects(side, draw, 1 + (at(draw, 1) % 5)).map(({ oid }) => ({ oid }));
  const path = `/repositories/${repositoryOf(side, at(draw, 0))}/downloads/authorize`;
  const answer = await apiOf(side, at(draw, 4)).call('POST', path, { objects });
  for (const { download_url: href } of parsed(answer, downloads)?.objects ?? [])
    if (href !== undefined) side.known.downloads.push(href);
  return side.comparable(answer);
};

const getBytes: RequestKind['make'] = async (side, draw) => {
  const href = pickNew(side.known.downloads, at(draw, 0));
  if (href === undefined) return side.comparable(await side.api.call('GET', '/plans'));
  const first = at(draw, 1) % 50;
  const range = pick([undefined, undefined, `bytes=${first}-${first + 20}`, `bytes=${first}-`, 'bytes=-7'], at(draw, 2));
  const headers = range === undefined ? {} : { Range: range };
  return comparableBytes(await side.api.exchange({ method: 'GET', url: href, headers }));
};

const lockRequest: RequestKind['make'] = async (side, draw) => {
  const repo = repositoryOf(side, at(draw, 0));
  const base = `/repositories/${repo}/lfs/locks`;
  const asker = apiOf(side, at(draw, 1));
  const known = pickNew(side.known.locks, at(draw, 2));
  const kind = at(draw, 3) % 5;
  if (kind === 0) return side.comparable(await asker.call('GET', `${base}?limit=${1 + (at(draw, 4) % 5)}`, undefined, lfs));
  if (kind === 1) return side.comparable(await asker.call('POST', `${base}/verify`, {}, lfs));
  if (kind === 2) {
    const path = `/repositories/${known?.repository ?? repo}/lfs/locks/${known?.id ?? unknownId}/unlock`;
    return side.comparable(await asker.call('POST', path, at(draw, 5) % 2 === 0 ? { force: true } : {}, lfs));
  }
  const answer = await asker.call('POST', base, { path: `file ${at(draw, 6) % 8}.bin` }, lfs);
  const made = parsed(answer, lock);
  if (made !== undefined) side.known.locks.push({ repository: repo, id: made.lock.id });
  return side.comparable(answer);
};

const memberRequest: RequestKind['make'] = async (side, draw) => {
  const base = `/repositories/${repositoryOf(side, at(draw, 0))}/members`;
  const kind = at(draw, 1) % 4;
  if (kind === 0) return side.comparable(await side.api.call('GET', base));
  if (kind === 1) return side.comparable(await side.api.call('DELETE', `${base}/${side.strangerId}`));
  const level = pick(['NONE', 'READ', 'WRITE', 'MAINTAIN', 'ADMIN', 'MORE'], at(draw, 2));
  return side.comparable(await side.api.call('POST', base, { user_id: side.strangerId, level }));
};

const treeRequest: RequestKind['make'] = async (side, draw) => {
  const base = `/repositories/${repositoryOf(side, at(draw, 0))}/lfs`;
  const asker = apiOf(side, at(draw, 1));
  const bytes = objectAt(side, at(draw, 2)).bytes;
  const name = pick(['meta/a', 'meta/b.json', 'index.json', `chunks/packs/${sha256(bytes)}`, 'locks/x', 'a/../b'], at(draw, 3));
  const kind = at(draw, 4) % 4;
  if (kind === 0) return side.comparable(await asker.call('HEAD', `${base}/${name ?? ''}`));
  if (kind === 1) return side.comparable(await asker.call('GET', `${base}/${name ?? ''}`));
  if (kind === 2) {
    const { oid, size } = objectAt(side, at(draw, 5));
    return side.comparable(await asker.call('POST', `${base}/finalize`, { objects: [{ oid, size }] }));
  }
  const headers = { 'Content-Type': 'application/octet-stream' };
  return side.comparable(await asker.call('PUT', `${base}/${name ?? ''}`, bytes.toString('hex'), headers));
};

const readRequest: RequestKind['make'] = async (side, draw) => {
  const organizationPath = `/organizations/${organizationOf(side, at(draw, 0))}`;
  const repositoryPath = `/repositories/${repositoryOf(side, at(draw, 1))}`;
  const limit = at(draw, 2) % 130;
  const path = pick(
    [
      '/organizations',
      organizationPath,
      `${organizationPath}/repositories?limit=${limit}`,
      `${organizationPath}/tokens`,
      repositoryPath,
      `${repositoryPath}/usage`,
      `${repositoryPath}/objects?limit=${limit}`,
      `${repositoryPath}/objects?sort=size&limit=${limit}`,
      `${repositoryPath}/transfers`,
      `${repositoryPath}/connect`,
      `/repositories/${at(draw, 3)}`,
      '/nothing/here',
    ],
    at(draw, 4),
  );
  return side.comparable(await apiOf(side, at(draw, 5)).call('GET', path ?? '/plans'));
};

const changeRequest: RequestKind['make'] = async (side, draw) => {
  const organizationPath = `/organizations/${organizationOf(side, at(draw, 0))}`;
  const repositoryPath = `/repositories/${repositoryOf(side, at(draw, 1))}`;
  const asker = apiOf(side, at(draw, 2));
  switch (at(draw, 3) % 6) {
    case 0:
      return side.comparable(
        await asker.call('PATCH', organizationPath, { name: `Lane ${side.lane} renamed ${at(draw, 4) % 9}` }),
      );
    case 1:
      return side.comparable(
        await asker.call('PATCH', repositoryPath, { description: `text ${at(draw, 4) % 5} \u00e4\u{1f600}` }),
      );
    case 2:
      return side.comparable(
        await asker.call('PATCH', repositoryPath, { visibility: pick(['PUBLIC', 'PRIVATE', 7], at(draw, 4)) }),
      );
    case 3:
      return side.comparable(await asker.call('PATCH', repositoryPath, { slug: `slug-${at(draw, 4) % 6}` }));
    case 4:
      return side.comparable(await asker.call('PUT', repositoryPath, {}));
    default:
      return side.comparable(await asker.call('POST', repositoryPath.replace(/.$/, 'z'), '{'));
  }
};

const removeRequest: RequestKind['make'] = async (side, draw) => {
  const organizationId = organizationOf(side, at(draw, 0));
  const gone = pick(
    [
      `/repositories/${pick(side.known.repositories, at(draw, 1)) ?? unknownId}`,
      `/organizations/${organizationId}/tokens/${pickNew(side.known.tokens, at(draw, 1))?.id ?? unknownId}`,
      `/organizations/${organizationId}/tokens/${pickNew(side.known.tokens, at(draw, 1))?.id ?? unknownId}`,
      `/organizations/${at(draw, 4) % 8 === 0 ? organizationId : unknownId}`,
    ],
    at(draw, 2),
  );
  const path = gone ?? '/organizations';
  const answer = await apiOf(side, at(draw, 3)).call('DELETE', path);
  if (answer.status === 204) {
    forgetUploads(side, path);
    forgetDownloads(side, path);
  }
  return side.comparable(answer);
};

/** Of URLs of objects in a repository that is gone: the service's own answer 404 at once, as with uploads. */
const forgetDownloads = ({ known: { downloads: hrefs } }: Side, path: string): void => {
  const isOver = (href: string): boolean => path.startsWith('/organizations') || href.includes(`${path}/`);
  hrefs.splice(0, hrefs.length, ...hrefs.filter((href) => !isOver(href)));
};

/**
 * Of upload URLs below what is over: the service's own answer 404 then, those of a bucket are good until their time is over, which is how the two stacks
 * differ. With an organization all go, since a URL does not tell its own.
 */
const forgetUploads = ({ known: { uploads } }: Side, path: string): void => {
  const isOver = ({ sessionPath: own = '', verifyUrl = '' }: Side['known']['uploads'][number]): boolean =>
    path.startsWith('/organizations') || own.startsWith(path) || verifyUrl.includes(`${path}/`);
  uploads.splice(0, uploads.length, ...uploads.filter((upload) => !isOver(upload)));
};

const finalize = async (side: Side, path: string): Promise<Comparable> => {
  const answer = await side.api.call('POST', `${path}/finalize`);
  if (answer.status === 200) forgetUploads(side, path);
  return side.comparable(answer);
};

const finalizeSession: RequestKind['make'] = (side, draw) => finalize(side, sessionPath(side, at(draw, 0)));

/** Removes an object, lists what was removed, or restores one. */
const removalRequest: RequestKind['make'] = async (side, draw) => {
  const path = `/repositories/${repositoryOf(side, at(draw, 0))}`;
  const { oid } = objectAt(side, at(draw, 1));
  const asker = apiOf(side, at(draw, 2));
  switch (at(draw, 3) % 4) {
    case 0:
      return side.comparable(await asker.call('GET', `${path}/removed-objects?limit=${1 + (at(draw, 4) % 5)}`));
    case 1:
      return side.comparable(await asker.call('POST', `${path}/removed-objects/${oid}/restore`));
    default: {
      const force = pick(['', '?force=true', '?force=perhaps'], at(draw, 4)) ?? '';
      const answer = await asker.call('DELETE', `${path}/objects/${oid}${force}`);
      // URLs that a bucket has given are good until their time is over, whatever becomes of the object.
      if (answer.status === 204) {
        forgetUploads(side, path);
        forgetDownloads(side, path);
      }
      return side.comparable(answer);
    }
  }
};

/** What a well-behaved client does from begin to end; all answers together. */
const inTurn = async (side: Side, draw: Draw, makes: readonly RequestKind['make'][]): Promise<Comparable> => {
  const answers: Comparable[] = [];
  for (const make of makes) answers.push(await make(side, draw));
  return { status: 0, type: undefined, facts: {}, body: answers };
};

/** What follows acts on what became known last, in the right way. */
const putNewest: RequestKind['make'] = async (side) => {
  const upload = side.known.uploads.at(-1);
  if (upload === undefined) return side.comparable(await side.api.call('GET', '/plans'));
  const { bytes } = objectAt(side, upload.name);
  return comparableBytes(await side.api.exchange({ method: 'PUT', url: upload.url, headers: upload.header, body: bytes }));
};

const completeNewest: RequestKind['make'] = async (side) => {
  const upload = side.known.uploads.at(-1);
  const { oid, size } = objectAt(side, upload?.name ?? 0);
  const path = `${upload?.sessionPath ?? `/repositories/${unknownId}/uploads/${unknownId}`}/objects/${oid}/complete`;
  return side.comparable(await side.api.call('POST', path, { size }));
};

const verifyNewest: RequestKind['make'] = async (side) => {
  const upload = side.known.uploads.at(-1);
  if (upload?.verifyUrl === undefined) return side.comparable(await side.api.call('GET', '/plans'));
  return askToVerify(side, upload.verifyUrl, upload.name);
};

const finalizeNewest: RequestKind['make'] = async (side) => {
  const known = side.known.sessions.at(-1);
  return finalize(side, `/repositories/${known?.repository ?? unknownId}/uploads/${known?.id ?? unknownId}`);
};

const openNewest: RequestKind['make'] = async (side) => {
  const repo = side.known.repositories.at(-1) ?? unknownId;
  const answer = await side.api.call('POST', `/repositories/${repo}/uploads`, {});
  const made = parsed(answer, session);
  if (made !== undefined) side.known.sessions.push({ repository: repo, id: made.session.id });
  return side.comparable(answer);
};

const authorizeOne: RequestKind['make'] = async (side, draw) => {
  const known = side.known.sessions.at(-1);
  const path = `/repositories/${known?.repository ?? unknownId}/uploads/${known?.id ?? unknownId}`;
  const { oid, size, name } = objectAt(side, at(draw, 0));
  const answer = await side.api.call('POST', `${path}/objects`, { objects: [{ oid, size }] });
  for (const { upload_url: url } of parsed(answer, authorized)?.objects ?? []) {
    if (url !== undefined) side.known.uploads.push({ url, name, verifyUrl: undefined, sessionPath: path, header: {} });
  }
  return side.comparable(answer);
};

const pushBySession: RequestKind['make'] = (side, draw) =>
  inTurn(side, draw, [openNewest, authorizeOne, putNewest, completeNewest, finalizeNewest]);

/** A batch of one object to upload into the newest repository, by the lane's own user. */
const ofOneUpload = (draw: Draw): Draw => [0, 3, at(draw, 2), at(draw, 3), 0, 1, 0];

const pushByLfs: RequestKind['make'] = async (side, draw) =>
  inTurn(side, ofOneUpload(draw), [batchRequest, putNewest, verifyNewest]);

/** Everything that a client may ask, about as often as clients do. */
const requestKinds: readonly RequestKind[] = [
  { weight: 2, make: createOrganization },
  { weight: 5, make: createRepository },
  { weight: 3, make: createToken },
  { weight: 6, make: askWithToken },
  { weight: 5, make: openSession },
  { weight: 6, make: authorizeObjects },
  { weight: 8, make: putBytes },
  { weight: 6, make: completeUpload },
  { weight: 4, make: finalizeSession },
  { weight: 8, make: batchRequest },
  { weight: 5, make: verifyUpload },
  { weight: 5, make: authorizeDownloads },
  { weight: 6, make: getBytes },
  { weight: 4, make: pushBySession },
  { weight: 4, make: pushByLfs },
  { weight: 6, make: lockRequest },
  { weight: 4, make: memberRequest },
  { weight: 6, make: treeRequest },
  { weight: 20, make: readRequest },
  { weight: 6, make: changeRequest },
  { weight: 2, make: removeRequest },
  { weight: 6, make: removalRequest },
];

const totalWeight = requestKinds.reduce((sum, { weight }) => sum + weight, 0);

export const pickKind = (random: SeededRandom): RequestKind => {
  let rest = random.integer(totalWeight);
  for (const kind of requestKinds) {
    if (rest < kind.weight) return kind;
    rest -= kind.weight;
  }
  throw new Error('the weights add up');
};
