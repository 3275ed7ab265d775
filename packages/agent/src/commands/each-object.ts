import type { Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import type { Output } from '../output/output.js';

/** What is said at the end of those that were named before. */
export const failedOf = (failures: number, all: number, failed: string): AgentProblem =>
  new AgentProblem(`${failures} of ${all} objects ${failures === 1 ? 'was' : 'were'} ${failed}`);

/** What is wrong with an object, where that keeps only this one from being done. */
type Act = (oid: Oid) => Promise<AgentProblem | undefined>;

/** Does something with one object after the other. Those of which something is wrong are named, the others are done all the same; then it throws. */
export const forEachObject = async (oids: readonly Oid[], output: Output, failed: string, act: Act): Promise<void> => {
  let failures = 0;
  for (const oid of oids) {
    const problem = await act(oid);
    if (problem === undefined) continue;
    // Of a single one that says all.
    if (oids.length === 1) throw problem;
    output.problem(problem);
    failures += 1;
  }
  if (failures > 0) throw failedOf(failures, oids.length, failed);
};
