import { createClient, type TransportAnswer } from '@svc/client';
import { sendOverHttp } from '../http-transport.js';
import { problemLine } from '../output/problem-line.js';
import { isStandaloneFor } from '../git/is-standalone.js';
import type { RunGit } from '../git/run-git.js';
import { type FoundCredential, findCredential } from '../settings/find-credential.js';
import { conflictWithClone, decideSettings, type Settings, type SettingSources } from '../settings/settings.js';
import { type CheckResult, failed, passed, skipped, warned } from './check.js';

const PATIENCE_MS = 15_000;
/** A clock that is further off makes links look expired, and certificates too in the end. */
const MOST_SKEW_SECONDS = 60;

export interface CheckMeans {
  readonly runGit: RunGit;
  readonly now: () => number;
  /** Ends the waiting for the service; what is yielded after it means nothing. */
  readonly signal: AbortSignal;
}

/** Looks at the service with the settings there are: reachable, in time, willing to let us in, and holding the repository. */
export const checkService = async function* (
  sources: SettingSources,
  { runGit, now, signal }: CheckMeans,
): AsyncGenerator<CheckResult, void, void> {
  const settings = decideSettings(sources);
  if (settings.isErr()) {
    yield failed('settings', settings.error);
    for (const check of ['service', 'clock', 'credential', 'repository']) yield skipped(check, 'the settings come first');
    return;
  }
  yield await checkSettings(sources, settings.value, runGit);
  const isReachable = yield* checkReachable(settings.value, now, signal);
  const credential = yield* checkCredential(settings.value, runGit);
  if (isReachable && credential !== undefined) yield await checkRepository(settings.value, credential, signal);
  else yield skipped('repository', 'the service and the credential come first');
};

/** Whether git-lfs and the commands have the same repository in mind. */
const checkSettings = async (
  sources: SettingSources,
  { repositoryId, baseUrl }: Settings,
  runGit: RunGit,
): Promise<CheckResult> => {
  const conflict = conflictWithClone(sources);
  if (conflict === undefined) return passed('settings', `repository ${repositoryId} of ${baseUrl}`);
  return (await isStandaloneFor(runGit, conflict.cloneUrl))
    ? failed('settings', `${conflict.message}; git-lfs can move nothing until one of them is changed`)
    : warned('settings', `${conflict.message}; git-lfs goes to the first, push and pull to the second`);
};

const checkReachable = async function* (
  { baseUrl }: Settings,
  now: () => number,
  signal: AbortSignal,
): AsyncGenerator<CheckResult, boolean, void> {
  const answer = await askReady(baseUrl, signal);
  if (typeof answer === 'string') {
    yield failed('service', `${baseUrl} does not answer: ${answer}`);
    yield skipped('clock', 'the service comes first');
    return false;
  }
  const { status, header } = answer;
  yield status === 200
    ? passed('service', `${baseUrl} is ready`)
    : failed('service', `${baseUrl} answers ${status} at /readyz; is it the base URL of the service?`);
  yield checkClock(header('date'), now());
  return status === 200;
};

/** The answer, or why there is none. Its body says nothing more and is left alone. */
const askReady = async (baseUrl: string, outer: AbortSignal): Promise<TransportAnswer | string> => {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    return await sendOverHttp({ method: 'GET', url: `${baseUrl}/readyz`, headers: {}, body: undefined, signal });
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

const checkCredential = async function* (
  settings: Settings,
  runGit: RunGit,
): AsyncGenerator<CheckResult, FoundCredential | undefined, void> {
  try {
    const found = await findCredential(settings, runGit);
    yield passed('credential', found.source === 'token' ? 'the token that was given' : "from git's credential helpers");
    return found;
  } catch (fault) {
    yield failed('credential', problemLine(fault));
    return undefined;
  }
};

/** Asks for the repository's chunks, of which none: what a transfer needs, and nothing that needs more. */
const checkRepository = async (settings: Settings, { secret }: FoundCredential, outer: AbortSignal): Promise<CheckResult> => {
  const { baseUrl, repositoryId, allowHttp } = settings;
  const client = createClient({
    baseUrl,
    credential: secret,
    allowPlainHttp: allowHttp,
    transport: sendOverHttp,
    retry: { maxAttempts: 1, maxDisconnected: 1, maxRateLimited: 3 },
  });
  const signal = AbortSignal.any([outer, AbortSignal.timeout(PATIENCE_MS)]);
  const answer = await client.tree.lookUp(repositoryId, {}, { signal });
  if (answer.isOk()) return passed('repository', 'the credential may read it');
  const { status, message } = answer.error;
  if (status === 401)
    return failed('repository', 'the service does not know the credential; it may be mistyped, revoked or expired');
  if (status === 404) return failed('repository', 'there is none of this id that the credential may read');
  return failed('repository', `${message}${status === 0 ? '' : ` (${status})`}`);
};
