/** An OpenID Connect issuer at which people of the console sign in. */
export interface SignInProvider {
  /** As the service's own setting names it. */
  readonly issuer: string;
  /** Of the public client (authorization code with PKCE, no secret) that the issuer knows the console by. */
  readonly clientId: string;
  /** What the service wants to see in `aud`: the client id for ID tokens, the resource for access tokens. */
  readonly audience: string;
}

/** What the pages are told of the place where they are served. The same names are read by `app/settings.ts`. */
export interface PageSettings {
  /** The path of the base URL, without a slash at its end; empty at the root. */
  readonly basePath: string;
  readonly version?: string | undefined;
  readonly signIn?: SignInProvider | undefined;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** The page with its base in it, where it has a mark for it. */
export const fillBase = (page: string, basePath: string): string =>
  page.replace('<base href="/" />', () => `<base href="${escaped(`${basePath}/`)}" />`);

/** The page with its settings and its base in it: it has marks where they belong. */
export const fillIn = (page: string, settings: PageSettings): string =>
  fillBase(page, settings.basePath).replace(
    'content="svc-console-settings"',
    () => `content="${escaped(JSON.stringify(settings))}"`,
  );
