import type { ComponentType, FunctionComponent } from 'preact';
import { lazy } from 'preact-iso';
import { useState } from 'preact/hooks';
import { Problem } from './problem.js';

/** A server that was updated has files of other names, which the page knows when it is loaded anew. */
const NotLoaded = () => (
  <Problem
    fault={new Error('This part of the page could not be loaded. The server may have been updated.')}
    retry={() => location.reload()}
  />
);

/** A part of the page that is fetched when it is first shown. It says so when it cannot be fetched, and is asked for again when it is shown the next time. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> => {
  const begin = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((): ComponentType<Props> => {
        current = begin();
        return NotLoaded;
      }),
    );
  let current = begin();
  return (props) => {
    const [Part] = useState(() => current);
    return <Part {...props} />;
  };
};
