import type { TargetedMouseEvent } from 'preact';
import type { Place } from '../paths.js';
import { Problem } from '../ui/problem.js';
import { useFile } from './file.js';

const save = (url: string, name: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
};

/** Leads to the bytes of a file. A signed URL that may be over soon is asked for anew when it is used, and not before: each one counts as a download. */
export const DownloadLink = ({ repository, place }: { readonly repository: string; readonly place: Place }) => {
  const { data, dataUpdatedAt, error, isRefetchError, refetch } = useFile(repository, place);
  const file = data?.file;
  if (file?.download === undefined) return null;
  const { url, expires_in: expiresInSeconds } = file.download;
  const follow = (event: TargetedMouseEvent<HTMLAnchorElement>): void => {
    if (Date.now() - dataUpdatedAt < (expiresInSeconds * 1000) / 2) return;
    event.preventDefault();
    void refetch().then((found) => {
      const fresh = found.isSuccess ? found.data.file.download : undefined;
      if (fresh !== undefined) save(fresh.url, file.name);
    });
  };
  return (
    <>
      <a class="button main-action" href={url} download={file.name} target="_self" onClick={follow}>
        Download
      </a>
      {isRefetchError ? <Problem fault={error} /> : null}
    </>
  );
};
