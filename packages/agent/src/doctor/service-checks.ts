import { type Client, createClient, type Transport, type TransportAnswer } from '@svc/client';
import type { Connections } from '../connections.js';
import { createHttpTransport } from '../http-transport.js';
import { problemLine } from '../output/problem-line.js';
import type { RunGit } from '../git/run-git.js';
import { type CredentialSource, type FoundCredential, findCredential, unknownCredential } from '../settings/find-credential.js';
import type { ResolvedSources } from '../settings/resolve-names.js';
import { decideSettings, type Settings } from '../settings/settings.js';
import { type CheckResult, failed, passed, skipped, warned } from './check.js';
import { checkLfsUrl } from './lfs-url-check.js';
import { checkSettings } from './settings-check.js';

const TIMEOUT_MS = 15_000;
/** A clock that is further off makes links look expired, and certificates too in the end. */
const MOST_SKEW_SECONDS = 60;
/** Far more than a plan catalogue has, and nothing for the memory. */
const MOST_BODY_BYTES = 1024 * 1024;

export interface CheckDependencies {
  readonly runGit: RunGit;
  readonly connections: Connections;
  readonly now: () => number;
  /** Ends the waiting for the service; what is yielded after it means nothing. */
  readonly signal: AbortSignal;
}

/** Looks at the service with the settings there are: reachable, in time, willing to let us in, and holding the repository. */
export const checkService = async function* (
  sources: ResolvedSources,
  { runGit, connections, now, signal }: CheckDependencies,
): AsyncGenerator<CheckResult, void, void> {
  const settings = decideSettings(sources);
  const network = { transport: createHttpTransport({ stallMs: TIMEOUT_MS, connections }), signal };
  if (settings.isErr() && sources.credentialProblem !== undefined) {
    const { baseUrl, message } = sources.credentialProblem;
    yield skipped('settings', 'the credential comes first');
    yield* checkReachable({ baseUrl }, now, network);
    yield failed('credential', message);
    yield skipped('repository', 'the credential comes first');
    return;
  }
  if (settings.isErr()) {
    yield failed('settings', settings.error);
    for (const check of ['service', 'clock', 'credential', 'repository']) yield skipped(check, 'the settings come first');
    return;
  }
  yield await checkSettings(sources, settings.value, runGit);
  const isReachable = yield* checkReachable(settings.value, now, network);
  const credential = yield* checkCredential(settings.value, runGit);
  if (!isReachable || credential === undefined) {
    yield skipped('repository', 'the service and the credential come first');
    return;
  }
  const repository = await checkRepository(settings.value, credential, network);
  yield repository;
  if (repository.status === 'failed') return;
  const ofAll = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const lfsUrl = await checkLfsUrl(sources, settings.value, { runGit, connections, signal: ofAll });
  if (lfsUrl !== undefined) yield lfsUrl;
};

interface Network {
  readonly transport: Transport;
  readonly signal: AbortSignal;
}

const checkReachable = async function* (
  { baseUrl }: Pick<Settings, 'baseUrl'>,
  now: () => number,
  network: Network,
): AsyncGenerator<CheckResult, boolean, void> {
  const answer = await ask(`${baseUrl}/readyz`, network);
  if (typeof answer === 'string') {
    yield failed('service', `${baseUrl} does not answer: ${answer}`);
    yield skipped('clock', 'the service comes first');
    return false;
  }
  const { status, header } = answer;
  const problem = await problemOfReady(baseUrl, status, network);
  yield problem === undefined ? passed('service', `${baseUrl} is ready`) : failed('service', problem);
  yield checkClock(header('date'), now());
  return problem === undefined;
};

const problemOfReady = async (baseUrl: string, status: number, network: Network): Promise<string | undefined> => {
  if (status !== 200) return `${baseUrl} answers ${status} at /readyz; is it the base URL of the service?`;
  return (await showsPlans(baseUrl, network))
    ? undefined
    : `${baseUrl} is ready, but is no server of this service; is it the base URL?`;
};

/** Many servers say that they are ready. The plan catalogue is what this one shows to everybody (spec 4.1). */
const showsPlans = async (baseUrl: string, network: Network): Promise<boolean> => {
  const answer = await ask(`${baseUrl}/api/v1/plans`, network);
  if (typeof answer === 'string' || answer.status !== 200) return false;
  try {
    const body: unknown = JSON.parse(await textOf(answer));
    return typeof body === 'object' && body !== null && 'plans' in body && Array.isArray(body.plans);
  } catch {
    // No JSON, or it broke off, or it is too long.
    return false;
  }
};

/** Throws where there is too much of it. */
const textOf = async ({ body }: TransportAnswer): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > MOST_BODY_BYTES) throw new Error(`the body has more than ${MOST_BODY_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
};

/** The answer, or why there is none. */
const ask = async (url: string, { transport, signal: outer }: Network): Promise<TransportAnswer | string> => {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    return await transport({ method: 'GET', url, headers: {}, body: undefined, signal });
  } catch (fault) {
    return problemLine(signal.aborted ? signal.reason : fault);
  }
};

const checkClock = (date: string | undefined, nowMs: number): CheckResult => {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) return skipped('clock', 'the service does not say what time it is');
  const skewSeconds = Math.round(Math.abs(nowMs - serverMs) / 1000);
  return skewSeconds <= MOST_SKEW_SECONDS
    ? passed('clock', 'this clock and that of the service agree')
    : warned('clock', `this clock and that of the service are ${skewSeconds} seconds apart`);
};

const credentialSources: Readonly<Record<CredentialSource, string>> = {
  token: 'the token that was given',
  header: "from http.extraHeader of git's configuration",
  url: 'from the LFS URL of the clone',
  netrc: 'from .netrc',
  git: "from git's credential helpers",
  askpass: 'from the program that git asks for passwords (GIT_ASKPASS or core.askPass)',
};

const checkCredential = async function* (
  settings: Settings,
  runGit: RunGit,
): AsyncGenerator<CheckResult, FoundCredential | undefined, void> {
  try {
    const found = await findCredential(settings, runGit);
    yield passed('credential', credentialSources[found.source]);
    return found;
  } catch (fault) {
    yield failed('credential', problemLine(fault));
    return undefined;
  }
};

/** Asks for the repository's chunks, of which none: what a transfer needs, and nothing that needs more. */
const checkRepository = async (
  settings: Settings,
  { secret }: FoundCredential,
  { transport, signal: outer }: Network,
): Promise<CheckResult> => {
  const { baseUrl, repositoryId, allowHttp } = settings;
  const client = createClient({
    baseUrl,
    credential: secret,
    allowPlainHttp: allowHttp,
    transport,
    retry: { maxAttempts: 1, maxDisconnected: 1, maxRateLimited: 3 },
  });
  const signal = AbortSignal.any([outer, AbortSignal.timeout(TIMEOUT_MS)]);
  const answer = await client.tree.lookUp(repositoryId, {}, { signal });
  if (answer.isOk()) return checkPush(client, repositoryId, signal);
  const { status, message } = answer.error;
  if (status === 401) return failed('repository', unknownCredential);
  if (status === 404)
    return failed('repository', `there is none of the id ${repositoryId} at ${baseUrl} that the credential may read`);
  return failed('repository', `${message}${status === 0 ? '' : ` (${status})`}`);
};

/** Lists the caller's open uploads, which who may push may do and nobody else. Nothing is written. */
const checkPush = async ({ api }: Client, repoID: string, signal: AbortSignal): Promise<CheckResult> => {
  const answer = await api.GET('/api/v1/repositories/{repoID}/uploads', { params: { path: { repoID } }, signal });
  if (answer.isOk()) return passed('repository', 'the credential may read it, and push to it');
  const { status, message } = answer.error;
  return status === 403
    ? warned('repository', 'the credential may read it, may not push to it')
    : warned('repository', `the credential may read it; whether it may push is not known: ${message}`);
};
