import { tabStorage } from './tab-storage.js';

const key = 'svc-credential';

/**
 * Where the credential lies: in this tab's `sessionStorage`, so that a reload keeps it and a closed tab forgets it. No other tab and no other origin sees
 * it, and no request carries it by itself. A browser that denies its storage keeps it in memory alone.
 */
let kept: string | undefined;

export const credentialStore = {
  read: (): string | undefined => kept ?? tabStorage.read(key),
  keep: (credential: string): void => {
    kept = credential;
    tabStorage.keep(key, credential);
  },
  forget: (): void => {
    kept = undefined;
    tabStorage.forget(key);
  },
};
