/** What git-lfs and servers call the agent. */
export const agentName = 'svc';

/** git-lfs hands the parameters to a shell. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
