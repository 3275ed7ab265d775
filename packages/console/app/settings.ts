/** An issuer at which people sign in; `src/page-settings.ts` writes it into the page. */
export interface SignInProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
}

interface Settings {
  /** The path of the base URL, without a slash at its end. */
  readonly basePath: string;
  readonly version?: string;
  readonly signIn?: SignInProvider;
}

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && 'basePath' in value && typeof value.basePath === 'string';

const readSettings = (): Settings => {
  const text = document.querySelector('meta[name="svc-console"]')?.getAttribute('content') ?? '';
  // Vite's own server fills nothing in.
  if (!text.startsWith('{')) return { basePath: '' };
  const value: unknown = JSON.parse(text);
  return isSettings(value) ? value : { basePath: '' };
};

/** What the server has written into the page. */
export const settings = readSettings();

/** Where the API lies: at the same place as the pages. */
export const baseUrl = `${location.origin}${settings.basePath}`;
