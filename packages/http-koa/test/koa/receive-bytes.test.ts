import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { createBodySender } from '../../src/koa/body-senders.js';
import { receiveBytes } from '../../src/koa/receive-bytes.js';
import { startAcme } from '../support/acme.js';
import { openBody } from '../support/open-body.js';
import { valueAt } from '../support/request.js';

const rate = { bytesPerSecond: 10, windowMs: 30_000 };

/** How many bytes are taken of a body of which a piece comes each time after so many milliseconds of waiting, and so much of other bodies of its sender. */
const taken = async (pieces: readonly number[], afterMs: number, { worksMs = 0, besides = 0 } = {}) => {
  let now = 0;
  const sender = createBodySender();
  const message = new IncomingMessage(new Socket());
  const { chunks, wasTooSlow } = receiveBytes(message, { rate, sender }, () => now);
  const left = [...pieces];
  const sendNext = (): void => {
    setImmediate(() => {
      now += afterMs;
      sender.tellCame(besides);
      const piece = left.shift();
      message.push(piece === undefined ? null : Buffer.alloc(piece));
    });
  };
  let bytes = 0;
  sendNext();
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      now += worksMs;
      sendNext();
    }
  } catch (error) {
    if (!wasTooSlow()) throw error;
  }
  return { bytes, wasTooSlow: wasTooSlow() };
};

const repeated = (bytes: number, times: number): readonly number[] => Array.from({ length: times }, () => bytes);

describe('a body of bytes', () => {
  it('is left after half a minute in which less has come than has to', async () => {
    expect(await taken(repeated(1, 100), 1000)).to.deep.equal({ bytes: 29, wasTooSlow: true });
    expect(await taken(repeated(9, 100), 1000)).to.deep.equal({ bytes: 261, wasTooSlow: true });
  });

  it('is taken at the least rate, for however long, and in bursts', async () => {
    expect(await taken(repeated(10, 1000), 1000)).to.deep.equal({ bytes: 10_000, wasTooSlow: false });
    expect(await taken(repeated(500, 10), 50_000)).to.deep.equal({ bytes: 5000, wasTooSlow: false });
  });

  it('that was fast once does not live on that', async () => {
    expect(await taken([1_000_000, ...repeated(1, 100)], 1000)).to.deep.equal({ bytes: 1_000_058, wasTooSlow: true });
  });

  it('may come more slowly beside others of the same sender, which share its line', async () => {
    expect(await taken(repeated(1, 100), 1000, { besides: 9 })).to.deep.equal({ bytes: 100, wasTooSlow: false });
    expect(await taken(repeated(1, 100), 1000, { besides: 8 })).to.deep.equal({ bytes: 29, wasTooSlow: true });
  });

  it('is not blamed for the time that the service takes for what came', async () => {
    expect(await taken(repeated(1, 100), 100, { worksMs: 100_000 })).to.deep.equal({ bytes: 100, wasTooSlow: false });
  });

  it('is not blamed for its part of a line that several share', async () => {
    const { service, world, owner, organization } = await startAcme();
    const repository = await world.repository(owner, organization, { name: 'Models' });
    const send = (name: string) =>
      openBody(service, `/api/v1/repositories/${repository}/lfs/meta/${name}.json`, { token: owner.token, ofBytes: 1_000_000 });
    const [slow, fast] = [send('slow'), send('fast')];
    for (let times = 0; times < 8; times += 1) {
      service.limitClock.now += 10_000;
      fast.write('x'.repeat(100_000));
      await setTimeout(10);
      slow.write('x');
      await setTimeout(10);
    }
    expect([slow.answer(), fast.answer()]).to.deep.equal([undefined, undefined]);
    fast.hangUp();
    while (slow.answer() === undefined) {
      service.limitClock.now += 10_000;
      slow.write('x');
      await setTimeout(5);
    }
    expect(slow.answer()?.status).to.equal(408);
    await service.close();
  });

  it('that drips is answered 408 and leaves nothing behind', async () => {
    const { service, world, owner, organization } = await startAcme();
    const repository = await world.repository(owner, organization, { name: 'Models' });
    const path = `/api/v1/repositories/${repository}/lfs/meta/a.json`;
    const body = openBody(service, path, { token: owner.token, ofBytes: 10_000 });
    while (body.answer() === undefined) {
      service.limitClock.now += 10_000;
      body.write('x');
      await setTimeout(5);
    }
    const { status, text } = body.answer() ?? expect.fail();
    const json: unknown = JSON.parse(text);
    expect([status, valueAt(json, 'error.code'), valueAt(json, 'error.message')]).to.deep.equal([
      408,
      'bad_request',
      'The request body came too slowly.',
    ]);
    const usage = await world.call('GET', `/repositories/${repository}/usage`, { token: owner.token });
    expect(valueAt(usage.json, 'usage.physical_bytes')).to.equal(0);
    await service.close();
  });
});
