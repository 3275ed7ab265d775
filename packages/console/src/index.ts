export { type Console, type ConsoleOptions, createConsole, type Next } from './create-console.js';
export type { SignInProvider } from './page-settings.js';
