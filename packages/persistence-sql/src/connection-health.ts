import { type CheckOutcome, connectionChecks, connectionFaults } from '@svc/core/model';

const outcomeText = (outcome: CheckOutcome): string =>
  [outcome.check, outcome.outcome, ...(outcome.outcome === 'failed' ? [outcome.fault] : [])].join(':');

export const checksToText = (checks: readonly CheckOutcome[]): string => checks.map(outcomeText).join(' ');

const outcomeFromText = (text: string): CheckOutcome => {
  const [name, outcome, reason] = text.split(':');
  const check = connectionChecks.find((known) => known === name);
  const fault = connectionFaults.find((known) => known === reason);
  if (check !== undefined && (outcome === 'passed' || outcome === 'skipped')) return { check, outcome };
  if (check !== undefined && outcome === 'failed' && fault !== undefined) return { check, outcome, fault };
  throw new Error(`invariant: ${text} is the outcome of a check`);
};

export const checksFromText = (text: string): readonly CheckOutcome[] =>
  text === '' ? [] : text.split(' ').map(outcomeFromText);
