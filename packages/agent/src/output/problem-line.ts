const MOST_CHARACTERS = 1000;

/** What went wrong in one line for a person: the first of the message, without control characters, which a terminal would obey. */
export const problemLine = (fault: unknown): string => {
  const message = fault instanceof Error ? messageOf(fault) : String(fault);
  const [line = ''] = message.split(/[\r\n]/);
  const readable = [...line].map((each) => (isControl(each) ? '?' : each)).join('');
  return readable.trim().slice(0, MOST_CHARACTERS) || 'something went wrong that has no name';
};

/** Fetch says "fetch failed" and keeps the reason for itself. */
const messageOf = (fault: Error): string =>
  fault instanceof TypeError && fault.cause instanceof Error && fault.cause.message !== ''
    ? `${fault.message}: ${fault.cause.message}`
    : fault.message;

const isControl = (character: string): boolean => character < ' ' || (character >= '\u007f' && character <= '\u009f');
