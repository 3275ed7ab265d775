import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

export interface Crumb {
  readonly label: string;
  readonly href?: string;
}

interface PageProps {
  readonly title: string;
  /** What of it is shown, for the title of the browser's tab and in its history; the whole when absent. */
  readonly part?: string | undefined;
  readonly crumbs?: readonly Crumb[];
  readonly about?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Crumbs = ({ crumbs, label }: { readonly crumbs: readonly Crumb[]; readonly label: string }) => (
  <nav aria-label={label}>
    <ol class="crumbs">
      {crumbs.map(({ label: text, href }) => (
        <li key={`${href ?? ''} ${text}`}>
          {href === undefined ? <span aria-current="page">{text}</span> : <a href={href}>{text}</a>}
        </li>
      ))}
    </ol>
  </nav>
);

/** A page under its title, which is that of the browser's tab, too. */
export const Page = ({ title, part, crumbs, about, actions, children }: PageProps) => {
  useEffect(() => {
    document.title = part === undefined ? `${title} · svc` : `${part} · ${title} · svc`;
  }, [title, part]);
  return (
    <>
      <header class="head">
        {crumbs === undefined ? null : <Crumbs crumbs={crumbs} label="Where you are" />}
        <div class="line apart">
          <h1>{title}</h1>
          {actions === undefined ? null : <div class="line">{actions}</div>}
        </div>
        {about === undefined ? null : <div class="quiet">{about}</div>}
      </header>
      {children}
    </>
  );
};
