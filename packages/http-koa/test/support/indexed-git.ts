import type { GitRepository, WireHistory } from '@svc/test-services/git-repository';
import { type Answer, listAt, textAt, valueAt } from './request.js';
import type { TestUser, World } from './world.js';

/** What a ref is on the wire. */
export interface WireRef {
  readonly name: string;
  readonly target: string | null;
}

/** A repository of the service whose Git index a test fills, and asks. */
export const indexedGit = (world: World, owner: TestUser, repository: string) => {
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    world.call(method, `/repositories/${repository}${path}`, { token: owner.token, ...(body !== undefined && { body }) });

  const answered = async (status: number, answer: Promise<Answer>): Promise<unknown> => {
    const given = await answer;
    if (given.status !== status) throw new Error(`expected ${status}, got ${given.status}: ${given.text}`);
    return given.json;
  };

  const get = (path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> =>
    answered(200, call('GET', `${path}?${new URLSearchParams(query).toString()}`));

  /** Trees are sent one after the other: a history of any length. */
  const send = async (history: WireHistory, format: string): Promise<string> => {
    const session = textAt(await answered(201, call('POST', '/index/sessions', { object_format: format })), 'session.id');
    const { commits, objects, trees } = history;
    await answered(200, call('POST', `/index/sessions/${session}/commits`, { commits }));
    await answered(200, call('POST', `/index/sessions/${session}/tree`, { objects, trees }));
    return session;
  };

  return {
    call,
    get,
    send,
    finalize: (session: string, body: unknown): Promise<unknown> =>
      answered(200, call('POST', `/index/sessions/${session}/finalize`, body)),
    /** Sends all that the refs reach, and moves them. */
    index: async (git: GitRepository, refs: readonly WireRef[], format = 'sha1'): Promise<void> => {
      const targets = refs.flatMap(({ target }) => target ?? []);
      const session = await send(git.history(...targets), format);
      await answered(200, call('POST', `/index/sessions/${session}/finalize`, { refs, complete: true }));
    },
    /** All pages of a list. */
    all: async (path: string, field: string, query: Readonly<Record<string, string>> = {}): Promise<readonly unknown[]> => {
      const items: unknown[] = [];
      for (let cursor: unknown = ''; typeof cursor === 'string';) {
        const page = await get(path, { ...query, ...(cursor === '' ? {} : { cursor }) });
        items.push(...listAt(page, field));
        cursor = valueAt(page, 'next_cursor');
      }
      return items;
    },
  };
};

export type IndexedGit = ReturnType<typeof indexedGit>;
