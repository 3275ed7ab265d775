import { expect } from 'chai';
import { createApplication } from '../src/application.js';
import { buildObject, sendObject } from './builders/tree.js';
import { bytesOf, createWorld, valueOf, withRepository } from './builders/world.js';

/** The same port as an adapter is that is an instance of a class: its methods are its prototype's, and need their instance. */
const asInstance = <Port extends object>(port: Port): Port => {
  const instance: Port = new Proxy(port, {
    ownKeys: () => [],
    get: (_, name) => {
      const value: unknown = Reflect.get(port, name);
      if (typeof value !== 'function') return value;
      return function method(this: unknown, ...given: readonly unknown[]): unknown {
        if (this !== instance) throw new TypeError(`${String(name)} is called without its port`);
        return Reflect.apply(value, port, given);
      };
    },
  });
  return instance;
};

describe('createApplication', () => {
  it('takes ports that are instances of classes', async () => {
    const world = createWorld('business', { gcReclaim: true });
    const { push } = await withRepository(world);
    const { ports } = world;
    const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
    const application = createApplication({
      ...ports,
      unitOfWork: asInstance(ports.unitOfWork),
      blobs: asInstance(ports.blobs),
      clock: asInstance({ ...ports.clock, pause: nextTurn, idle: nextTurn }),
      random: asInstance(ports.random),
      hasher: asInstance(ports.hasher),
      codec: asInstance(ports.codec),
      backgroundCodec: asInstance(ports.codec),
    });
    // So many that the verification makes a pause.
    const object = buildObject(
      Array.from({ length: 200 }, (_, at) => bytesOf(`chunk ${at}`)),
      { chunksPerPack: 200 },
    );
    await sendObject({ ...world, application }, push, object);
    const chunks = object.packs.flatMap(({ locations }) => locations);
    expect(valueOf(await application.tree.declare(push, { push: 'one', from: 0, chunks }))).to.deep.equal({ verifying: true });
    expect(valueOf(await application.tree.finalize(push, { objects: [object] }))).to.include({ objects: 1 });
    expect(valueOf(await application.maintenance.collectGarbage())).to.include({ repositories: 1, packs: 1 });
  });
});
