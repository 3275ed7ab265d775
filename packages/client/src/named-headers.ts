/**
 * What is sent of some headers: each under its name in lower case, with the last value where that is written in several ways, of which fetch would send
 * all; and none that is undefined, for which it would send the word.
 */
export const namedHeaders = (headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), value] as const])),
  );
