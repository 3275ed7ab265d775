/** Each connection keeps what it has prepared, so there is a bound for texts that depend on how many rows they write. */
const maxNames = 300;

/** The text of a statement of dozens of rows takes longer to send than to plan. */
const maxTextLength = 4000;

/** Names of statements, the same for the same text: one with a name is parsed and planned once on each connection. */
export type NameStatement = (text: string) => string | undefined;

export const createStatementNames = (): NameStatement => {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames || text.length > maxTextLength) return known;
    const name = `svc_${names.size}`;
    names.set(text, name);
    return name;
  };
};
