import { expect } from 'chai';
import { createTreeSender } from '../../src/index-git/tree-sender.js';

/** A body with wrong pointers and a right one. */
const bodyOf = (wrong: number): string => {
  const ids = Array.from({ length: wrong }, (_, at) => at.toString(16).padStart(40, '0'));
  const lfs = { oid: 'a'.repeat(64), size: 8 };
  const right = { id: 'f'.repeat(40), size: 130, lfs: { oid: 'b'.repeat(64), size: 1 } };
  return JSON.stringify({ objects: [...ids.map((id) => ({ id, size: 130, lfs })), right], trees: [] });
};

/** What a service does that has the object of the wrong pointers with 7 bytes, and names 100 at a time. */
const startService = () => {
  const bodies: string[] = [];
  const sendTree = async (_: string, body: string) => {
    bodies.push(body);
    const wrong = body.matchAll(/"id":"(\w+)","size":130,"lfs":\{"oid":"(\w+)","size":8\}/g);
    const refused = [...wrong].map(([, id = '', oid = '']) => ({ id, oid, sizeBytes: 8, storedBytes: 7 }));
    return refused.length === 0 ? undefined : refused.slice(0, 100);
  };
  return { bodies, sendTree };
};

describe('sending trees', () => {
  it('goes again once without the pointers that an answer names', async () => {
    const service = startService();
    const sender = createTreeSender(service);
    await sender.send('session', bodyOf(99));
    expect(sender.plain.size).to.equal(99);
    expect(service.bodies.length).to.equal(2);
  });

  it('has all wrong pointers as text in the end, and sends no multiple of the body to find them', async () => {
    const service = startService();
    const sender = createTreeSender(service);
    const body = bodyOf(3001);
    await sender.send('session', body);
    expect(sender.plain.size).to.equal(3001);
    const last = service.bodies.at(-1) ?? '';
    expect(last.match(/"id"/g)).to.have.length(3002);
    expect(last.match(/"lfs"/g)).to.have.length(1);
    expect(service.bodies.join('').length).to.be.lessThan(4 * body.length);
  });

  it('ends where the service refuses what was not described as a pointer', async () => {
    const sender = createTreeSender({ sendTree: async () => [] });
    const fault: unknown = await sender.send('session', bodyOf(1)).catch((thrown: unknown) => thrown);
    expect(fault).to.be.an('error').with.property('message').that.contains('were not sent');
  });
});
