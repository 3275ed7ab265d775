/** What the spec has and the service does not yet: a line goes as soon as its row is there. */
export const notYet: readonly string[] = [
];
