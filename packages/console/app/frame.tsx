import type { ComponentChildren, TargetedMouseEvent, TargetedSubmitEvent } from 'preact';
import { useLocation } from 'preact-iso';
import { useRef } from 'preact/hooks';
import { useMe } from './account/me.js';
import { paths } from './paths.js';
import { useSignOut } from './session/sign-out.js';
import { usePageFocus } from './ui/use-page-focus.js';

const SearchBox = () => {
  const { route } = useLocation();
  const find = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get('q');
    if (typeof q === 'string' && q.trim() !== '') route(paths.search(q.trim()));
  };
  return (
    <search>
      <form onSubmit={find}>
        <input class="search-box" type="search" name="q" aria-label="Search" placeholder="Search names and hashes" />
      </form>
    </search>
  );
};

/** What stands around every page of somebody who is signed in. */
export const Frame = ({ children }: { readonly children: ComponentChildren }) => {
  const { path, url } = useLocation();
  const main = useRef<HTMLElement>(null);
  usePageFocus(main, url);
  const me = useMe();
  const signOut = useSignOut();
  const link = (href: string, label: string) => (
    <a href={href} {...(path.startsWith(href) ? { 'aria-current': 'page' as const } : {})}>
      {label}
    </a>
  );
  // By itself it would lead to the base of the page, from which its address is read.
  const skip = (event: TargetedMouseEvent<HTMLAnchorElement>): void => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <div class="frame">
      <a class="skip" href="#main" onClick={skip}>
        To the content
      </a>
      <header class="bar">
        <div class="bar-inside">
          <a class="brand" href={paths.home()}>
            svc
          </a>
          <nav aria-label="Main">
            {link(paths.home(), 'Organizations')}
            {link(paths.notifications(), 'Notifications')}
            {link(paths.account(), me.data?.user.name ?? 'Account')}
          </nav>
          <SearchBox />
          <button type="button" class="button plain" onClick={signOut}>
            Sign out
          </button>
        </div>
      </header>
      <main class="main" id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
    </div>
  );
};
