import type { IncomingMessage, ServerResponse } from 'node:http';

/** The bytes of a request. Leaving them early keeps the connection, so that a refusal can still be sent; a client that waits to be asked for them is asked at the first. */
export const requestBody = async function* (
  message: IncomingMessage,
  response: ServerResponse,
  isAwaited: boolean,
): AsyncGenerator<Uint8Array> {
  if (isAwaited) response.writeContinue();
  const pieces: AsyncIterable<unknown> = message.iterator({ destroyOnReturn: false });
  for await (const piece of pieces) if (piece instanceof Uint8Array) yield piece;
};
