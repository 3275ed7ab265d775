import { inspect } from 'node:util';

/** Tells a listener, and does not wait for it. What it throws, or rejects with, is a warning of the process and ends nothing. */
export const tell = <T>(name: string, listener: (value: T) => void, value: T): void => {
  const telling = async (): Promise<void> => listener(value);
  telling().catch((fault: unknown) => {
    process.emitWarning(`${name} has thrown`, { type: 'ListenerWarning', detail: inspect(fault) });
  });
};
