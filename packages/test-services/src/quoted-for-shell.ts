/** As one word of a command line, whatever is in it. */
export const quotedForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
