import { codeOf } from '../error-code.js';
import { printable } from './printable.js';

const MOST_CHARACTERS = 1000;

/** What went wrong in one line for a person: the first of the message, without what a terminal would obey. */
export const problemLine = (fault: unknown): string => {
  const message = fault instanceof Error ? messageOf(fault) : String(fault);
  const [line = ''] = message.split(/[\r\n]/);
  return printable(line).trim().slice(0, MOST_CHARACTERS) || 'something went wrong that has no name';
};

/** Node names the call that failed and not the matter; where a host has several addresses and none answers, only the failures of each say why. */
const messageOf = (fault: Error): string => {
  if (codeOf(fault) === 'ENOENT' && 'syscall' in fault && fault.syscall === 'uv_cwd')
    return 'the folder that this runs in is gone';
  const first: unknown = fault instanceof AggregateError ? fault.errors[0] : undefined;
  return fault.message === '' && first instanceof Error ? first.message : fault.message;
};
