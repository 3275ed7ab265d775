/** Each connection keeps what it has prepared, so there is a bound for texts that depend on how many rows they write. */
const maxNames = 300;

/** The text of a statement of dozens of rows takes longer to send than to plan. */
const maxTextLength = 4000;

/**
 * What goes through a list that is given as one parameter. A plan for any list and any repository supposes a thousand items, and as many rows as a repository has on
 * average: then it reads all of a repository that is far larger than most, for each list, where a plan for these values looks each item up.
 */
const givenList = /\b(?:generate_series|jsonb_array_elements|unnest)\(/;

/** Names of statements, the same for the same text: one with a name is parsed once on each connection, and soon planned once. */
export type NameStatement = (text: string) => string | undefined;

export const createStatementNames = (): NameStatement => {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames || text.length > maxTextLength || givenList.test(text)) return known;
    const name = `svc_${names.size}`;
    names.set(text, name);
    return name;
  };
};
