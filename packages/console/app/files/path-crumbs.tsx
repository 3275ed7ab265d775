import { paths, type Place } from '../paths.js';
import { Crumbs } from '../ui/page.js';
import { foldersOf, shownName } from './place.js';

interface PathCrumbsProps {
  readonly repository: string;
  readonly name: string;
  readonly place: Place;
}

/** The way from the outermost folder to a place. */
export const PathCrumbs = ({ repository, name, place: { ref, path = '', bytes } }: PathCrumbsProps) => {
  const root = { label: name, href: paths.folder(repository, { ref }) };
  // The folders of a path that is no UTF-8 have no addresses of their own here.
  const steps = bytes === undefined ? foldersOf(path) : [{ name: shownName('', bytes), path: '' }];
  const crumbs = steps.map((step, at) =>
    at === steps.length - 1
      ? { label: step.name }
      : { label: step.name, href: paths.folder(repository, { ref, path: step.path }) },
  );
  return <Crumbs label="Path" crumbs={[root, ...crumbs]} />;
};
