import { paths } from '../paths.js';
import { Ago } from '../ui/ago.js';
import { Bytes } from '../ui/bytes.js';
import { counted } from '../ui/format.js';
import type { Entry } from './folder.js';
import { placeOf, shownName } from './place.js';

const typeText = { folder: 'Folder', file: '', symlink: 'Link', submodule: 'Submodule' } as const;

/** What people have to know of an entry besides its name. */
const EntryTags = ({ entry }: { readonly entry: Entry }) => (
  <>
    {entry.is_lfs ? <span class="tag">LFS</span> : null}
    {entry.type === 'file' && entry.is_lfs && !entry.is_stored ? <span class="tag bad">Not stored</span> : null}
    {entry.type === 'symlink' || entry.type === 'submodule' ? <span class="tag">{typeText[entry.type]}</span> : null}
  </>
);

interface FileRowProps {
  readonly repository: string;
  readonly gitRef: string | undefined;
  readonly entry: Entry;
}

/** The cells of a file or a folder, each size that of what people get. */
export const FileRow = ({ repository, gitRef, entry }: FileRowProps) => {
  const place = placeOf(gitRef, entry);
  const isFolder = entry.type === 'folder';
  const name = shownName(entry.name, entry.name_base64);
  return (
    <>
      <div role="cell" class={isFolder ? 'file-name folder' : 'file-name'}>
        {entry.type === 'submodule' ? (
          <span class="cut">{name}</span>
        ) : (
          <a class="cut" href={isFolder ? paths.folder(repository, place) : paths.file(repository, place)} title={name}>
            {isFolder ? `${name}/` : name}
          </a>
        )}
        <EntryTags entry={entry} />
      </div>
      <div role="cell" class="number" title={isFolder ? counted(entry.files ?? 0, 'file') : undefined}>
        {entry.type === 'submodule' ? '' : <Bytes of={entry.size} />}
      </div>
      <div role="cell" class="cut quiet" title={`${entry.last_commit.subject}, by ${entry.last_commit.author.name}`}>
        <a class="quiet" href={paths.commit(repository, entry.last_commit.id)}>
          {entry.last_commit.subject}
        </a>
      </div>
      <div role="cell" class="number quiet small">
        <Ago at={entry.last_commit.committed_at} />
      </div>
    </>
  );
};
