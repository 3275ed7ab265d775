import { usePreview } from '../preview/preview-bytes.js';
import { Preview } from '../preview/preview.js';
import { paths } from '../paths.js';
import type { Entry } from './folder.js';
import { placeOf } from './place.js';

const isReadme = ({ type, name }: Entry): boolean => type === 'file' && /^readme(?:\.(?:md|markdown|txt))?$/i.test(name);

interface ReadmeProps {
  readonly repository: string;
  readonly gitRef: string | undefined;
  readonly entries: readonly Entry[];
}

/** What a folder says of itself, below its list. */
export const Readme = ({ repository, gitRef, entries }: ReadmeProps) => {
  const entry = entries.find(isReadme);
  return entry === undefined || !entry.is_stored ? null : <ReadmeOf repository={repository} gitRef={gitRef} entry={entry} />;
};

const ReadmeOf = ({ repository, gitRef, entry }: Omit<ReadmeProps, 'entries'> & { readonly entry: Entry }) => {
  const place = placeOf(gitRef, entry);
  const query = usePreview(repository, place);
  return (
    <section class="card" aria-labelledby="readme">
      <div class="card-head">
        <h2 id="readme">
          <a href={paths.file(repository, place)}>{entry.name}</a>
        </h2>
      </div>
      {query.data === undefined ? null : <Preview name={entry.name} sizeBytes={entry.size} bytes={query.data} />}
    </section>
  );
};
