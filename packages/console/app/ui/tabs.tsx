import { useLayoutEffect, useRef } from 'preact/hooks';

interface Tab {
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

/** Has the current tab in sight where they are more than the screen is wide; the page itself stays where it is. */
const useCurrentInSight = (tabs: readonly Tab[]) => {
  const nav = useRef<HTMLElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent)?.href;
  useLayoutEffect(() => {
    const place = nav.current?.getBoundingClientRect();
    const link = nav.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (place === undefined || link === undefined) return;
    // In the middle, so that those on both sides are seen.
    nav.current?.scrollBy({ left: (link.left + link.right - place.left - place.right) / 2 });
  }, [current, tabs.length]);
  return nav;
};

/** Links to the parts of one thing. */
export const Tabs = ({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }) => (
  <nav class="tabs" aria-label={label} ref={useCurrentInSight(tabs)}>
    <ul>
      {tabs.map(({ label: text, href, isCurrent }) => (
        <li key={href}>
          <a href={href} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
