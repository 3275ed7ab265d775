import { textAt } from './request.js';
import { smallHistory } from './small-history.js';
import type { World } from './world.js';

/** What is sent to an index: commits with what they change, and the refs that name them. */
export interface HistoryToIndex extends Pick<ReturnType<typeof smallHistory>, 'commits' | 'objects' | 'trees'> {
  readonly refs: readonly object[];
}

/** The small history with a branch and a tag. */
const smallHistoryToIndex = (): HistoryToIndex => {
  const { tip, ...history } = smallHistory();
  const refs = ['refs/heads/main', 'refs/tags/v1'].map((name) => ({ name, target: tip }));
  return { ...history, refs };
};

/** Indexes a history in one upload: what its refs do not name is gone. */
export const indexHistory = async (
  { call }: Pick<World, 'call'>,
  token: string,
  repository: string,
  { commits, objects, trees, refs }: HistoryToIndex = smallHistoryToIndex(),
): Promise<void> => {
  const sessions = `/repositories/${repository}/index/sessions`;
  const { json } = await call('POST', sessions, { token, body: { object_format: 'sha1' } });
  const session = `${sessions}/${textAt(json, 'session.id')}`;
  for (const [path, body] of [
    ['commits', { commits }],
    ['tree', { objects, trees }],
    ['finalize', { refs, complete: true }],
  ] as const) {
    const { status, text } = await call('POST', `${session}/${path}`, { token, body });
    if (status !== 200) throw new Error(`${path} of the index: ${text}`);
  }
};
