import { Agent, request } from 'node:http';

const pieceBytes = 1024 * 1024;

/** Sends `repeats` times the bytes of `block` in one PUT; resolves with the seconds until the answer. */
export const putRepeated = (url: string, block: Buffer, repeats: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    const outgoing = request(
      url,
      { method: 'PUT', agent: false, headers: { 'Content-Length': String(block.byteLength * repeats) } },
      (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve((performance.now() - begun) / 1000);
          else reject(new Error(`PUT was answered ${String(response.statusCode)}`));
        });
      },
    ).on('error', reject);
    let sentBytes = 0;
    const total = block.byteLength * repeats;
    const send = (): void => {
      while (sentBytes < total) {
        const at = sentBytes % block.byteLength;
        sentBytes += pieceBytes;
        if (!outgoing.write(block.subarray(at, at + pieceBytes))) {
          outgoing.once('drain', send);
          return;
        }
      }
      outgoing.end();
    };
    send();
  });

/** Receives a whole body and forgets it; resolves with the seconds until its last byte. */
export const getWhole = (url: string, expectedBytes: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    request(url, { agent: false }, (response) => {
      let receivedBytes = 0;
      response.on('data', (chunk: Buffer) => (receivedBytes += chunk.byteLength));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200 && receivedBytes === expectedBytes) resolve((performance.now() - begun) / 1000);
        else reject(new Error(`GET was answered ${String(response.statusCode)} with ${receivedBytes} bytes`));
      });
    })
      .on('error', reject)
      .end();
  });

const getRange = (url: string, agent: Agent, first: number, last: number): Promise<void> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers: { Range: `bytes=${first}-${last}` } }, (response) => {
      let receivedBytes = 0;
      response.on('data', (chunk: Buffer) => (receivedBytes += chunk.byteLength));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 206 && receivedBytes === last - first + 1) resolve();
        else reject(new Error(`GET of a range was answered ${String(response.statusCode)} with ${receivedBytes} bytes`));
      });
    })
      .on('error', reject)
      .end();
  });

/** Receives so many bytes in ranges of one length, one after the other, which begin and end within blocks; resolves with the seconds until the last byte. */
export const getInRanges = async (url: string, totalBytes: number, rangeBytes: number): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const begun = performance.now();
  for (let at = 1; at + rangeBytes < totalBytes; at += rangeBytes) await getRange(url, agent, at, at + rangeBytes - 1);
  agent.destroy();
  return (performance.now() - begun) / 1000;
};
