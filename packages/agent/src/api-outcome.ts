import { type ApiError, describeApiError } from '@svc/client';
import type { Result } from 'neverthrow';
import { AgentProblem } from './agent-problem.js';

/** What a transfer throws when its signal has ended it. */
export const ended = (): AgentProblem => new AgentProblem('the transfer was ended', 'aborted');

/** The problem that a failed call is to the person who has started the command. */
export const problemOf = (error: ApiError): AgentProblem => {
  if (error.code === 'aborted') return ended();
  return new AgentProblem(describeApiError(error), 'http', error.status === 0 ? undefined : error.status);
};

/** The value of a call that must succeed for the transfer to go on; throws the problem otherwise. */
export const valueOf = async <T>(call: PromiseLike<Result<T, ApiError>>): Promise<T> => {
  const result = await call;
  if (result.isErr()) throw problemOf(result.error);
  return result.value;
};
