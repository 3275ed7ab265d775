import { usePreview } from '../preview/preview-bytes.js';
import { Preview } from '../preview/preview.js';
import { paths } from '../paths.js';
import type { Entry } from './folder.js';
import { placeOf } from './place.js';

/** Whether a folder says with it what it is. */
export const isReadme = ({ type, name }: Entry): boolean => type === 'file' && /^readme(?:\.(?:md|markdown|txt))?$/i.test(name);

interface ReadmeProps {
  readonly repository: string;
  readonly gitRef: string | undefined;
  readonly entry: Entry;
}

/** What a folder says of itself, below its list. */
export const Readme = ({ repository, gitRef, entry }: ReadmeProps) => {
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
