/** The values of a path's or a query's parameters. What is undefined is left out of a query. */
export type ParameterValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** Parameters that may be several segments of a path. */
const ofSeveralSegments = ['path', 'wildcard'];

const encoded = (name: string, value: string): string =>
  ofSeveralSegments.includes(name) ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);

/** Half of a pair of surrogates: no character, so no URL can hold it. */
const halfPair = /\p{Surrogate}/u;

/**
 * A path such as `/api/v1/repositories/{repoID}` with its parameters filled in: a value stays one segment, whatever is in it. Undefined where one can be none.
 */
export const pathOf = (template: string, parameters: ParameterValues = {}, query: ParameterValues = {}): string | undefined => {
  if (Object.values(parameters).some((value) => halfPair.test(String(value)))) return undefined;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encoded(name, String(parameters[name] ?? '')));
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.append(name, String(value));
  return given.size === 0 ? path : `${path}?${given.toString()}`;
};
