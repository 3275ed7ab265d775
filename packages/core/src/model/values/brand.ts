declare const brand: unique symbol;

/** A primitive that has passed a parse function, so nothing inside needs to check it again. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/**
 * Brands a value that the service itself wrote earlier (a database row, an id it has just made).
 * For adapters only: whatever comes from outside goes through a predicate such as `isOid`.
 */
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the one place where a stored primitive regains its brand
export const trusted = <T extends Brand<string, string>>(stored: string): T => stored as T;
