/** The same characters with another one at the end. */
export const mistyped = (secret: string): string => secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');
