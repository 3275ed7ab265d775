import { AgentProblem } from '../agent-problem.js';

/** The service takes 1 MiB, counted before they are compressed; a body ends before that by what closes it. */
export const maxBodyBytes = 1024 * 1024 - 1024;

export const tooLong = (what: string): AgentProblem => new AgentProblem(`${what} is longer than a request may be`);
