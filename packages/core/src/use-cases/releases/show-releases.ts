import { totals } from '../../formats/path-tree/index.js';
import { invariant } from '../../model/app-error.js';
import { tagOfRef } from '../../model/git-index/git-ref.js';
import type { Release } from '../../model/git-index/release.js';
import type { ReleaseQueries } from '../../ports/records/release-records.js';
import type { TagTip } from '../../steps/git-history/history-views.js';
import type { History } from '../../steps/git-history/open-history.js';
import { showCommits } from '../../steps/git-history/show-commits.js';

const nothing = { files: 0, sizeBytes: 0 };

/** Tags with what they publish, in their order. One that has gone since the history was read is left out. */
export const showReleases = async (
  history: History,
  releases: ReleaseQueries,
  tips: readonly TagTip[],
): Promise<readonly Release[]> => {
  const { queries, repositoryId, load } = history;
  const refs = await queries.findRefs(
    repositoryId,
    tips.map(({ name }) => name),
  );
  const notes = await releases.findNotes(
    repositoryId,
    tips.flatMap(({ name }) => tagOfRef(name) ?? []),
  );
  const numbers = tips.map(({ commit }) => commit);
  const commits = await showCommits(history, numbers);
  const details = await queries.findCommitDetails(repositoryId, [...new Set(numbers)]);
  const shown: Release[] = [];
  for (const { name, commit: number, createdAt } of tips) {
    const [ref, tag, commit, found] = [refs.get(name), tagOfRef(name), commits.get(number), details.get(number)];
    if (ref === undefined || tag === undefined) continue;
    invariant(commit !== undefined && found !== undefined, 'a tag names a commit of the index');
    const edited = notes.get(tag);
    shown.push({
      tag,
      ref: name,
      commit,
      annotation: ref.tag,
      notes: edited?.notes ?? ref.tag?.notes ?? '',
      notesEditedAt: edited?.updatedAt,
      publishedAt: createdAt,
      totals: (await totals(load, found.root, '')) ?? nothing,
    });
  }
  return shown;
};
