import type { Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';

/** What is stored of an object is not all of it, or something else. Others may be pulled all the same. */
export class DamagedObject extends AgentProblem {
  constructor(
    message: string,
    /** What is to be said of it, whatever it is called. */
    readonly what: string,
  ) {
    super(message);
  }
}

export const damagedWhereStored = (oid: Oid, problem: string): DamagedObject => {
  const what = `is damaged where it is stored: ${problem}`;
  return new DamagedObject(`${oid} ${what}`, what);
};

const notFound = 404;

/** The service gives out no URL of an object: it has none, or knows that what is stored of it is damaged, and answers both with one code. */
export class RefusedObject extends AgentProblem {
  constructor(oid: Oid, message: string) {
    super(`${oid}: ${message}`, 'http', notFound);
  }
}
