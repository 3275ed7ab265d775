/** What is at the bottom of a fault. A host of several addresses fails for several reasons, of which the first will do. */
export const reasonAtBottom = (fault: unknown): string => {
  if (!(fault instanceof Error)) return String(fault);
  const reasons: readonly unknown[] = fault instanceof AggregateError ? fault.errors : [fault.cause];
  const [reason] = reasons;
  return reason === undefined ? fault.message : reasonAtBottom(reason);
};
