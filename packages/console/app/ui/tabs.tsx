interface Tab {
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

/** Links to the parts of one thing. */
export const Tabs = ({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }) => (
  <nav class="tabs" aria-label={label}>
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
