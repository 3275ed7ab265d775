/** Asks the server's API and reads the JSON that it answers; throws on any error. */
export type Api = (method: string, path: string, body?: unknown) => Promise<unknown>;

export const createApi =
  (baseUrl: string, credential: string): Api =>
  async (method, path, body) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    return answer;
  };

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

/** The text that stands at a path of a JSON value, such as `textAt(answer, 'objects', 0, 'upload_url')`. */
export const textAt = (value: unknown, ...path: readonly (string | number)[]): string => {
  const found = valueAt(value, path);
  if (typeof found !== 'string') throw new Error(`there is no text at ${path.join('.')}`);
  return found;
};

/** The number that stands there. */
export const numberAt = (value: unknown, ...path: readonly (string | number)[]): number => {
  const found = valueAt(value, path);
  if (typeof found !== 'number') throw new Error(`there is no number at ${path.join('.')}`);
  return found;
};

/** A new repository in an organization of its own; its path below the API's prefix. */
export const createRepositoryPath = async (api: Api, name = 'Bench'): Promise<string> => {
  const organization = await api('POST', '/organizations', { name });
  const repository = await api('POST', `/organizations/${textAt(organization, 'organization', 'id')}/repositories`, {
    name: 'bench',
  });
  return `/repositories/${textAt(repository, 'repository', 'id')}`;
};
