/** The code of an error of the system; anything else is thrown on. */
export const codeOf = (fault: unknown): string => {
  if (fault instanceof Error && 'code' in fault && typeof fault.code === 'string') return fault.code;
  throw fault;
};
