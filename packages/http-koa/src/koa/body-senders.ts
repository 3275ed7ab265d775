import type { ServerResponse } from 'node:http';

/** What one sender brings with all bodies that are under way. They share a line, so one alone may come as slowly as there are many of them. */
export interface BodySender {
  readonly cameBytes: () => number;
  readonly tellCame: (bytes: number) => void;
}

export const createBodySender = (): BodySender => {
  let came = 0;
  return { cameBytes: () => came, tellCame: (bytes) => void (came += bytes) };
};

/** Finds the sender at an address, for a body that is under way until it is answered. */
export type FindBodySender = (address: string, response: ServerResponse) => BodySender;

export const createBodySenders = (): FindBodySender => {
  const open = new Map<string, { readonly sender: BodySender; bodies: number }>();
  return (address, response) => {
    // Who has left already brings nothing, and nobody would tell when to forget it.
    if (response.closed) return createBodySender();
    const found = open.get(address) ?? { sender: createBodySender(), bodies: 0 };
    found.bodies += 1;
    open.set(address, found);
    response.once('close', () => {
      found.bodies -= 1;
      if (found.bodies === 0) open.delete(address);
    });
    return found.sender;
  };
};
