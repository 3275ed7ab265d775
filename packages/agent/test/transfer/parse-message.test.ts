import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { parseMessage } from '../../src/transfer/parse-message.js';

const oid = 'a'.repeat(64);
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));

const read = (line: unknown) => parseMessage(JSON.stringify(line));

describe('a line of git-lfs', () => {
  it('is read as git-lfs documents it', () => {
    const action = { href: 'https://svc.example', header: { Authorization: 'Basic x' }, expires_in: 3600 };
    expect(
      read({ event: 'init', operation: 'upload', remote: 'origin', concurrent: true, concurrenttransfers: 3 })._unsafeUnwrap(),
    ).to.deep.equal({ event: 'init', operation: 'upload', remote: 'origin' });
    expect(read({ event: 'init', operation: 'download', remote: '' })._unsafeUnwrap()).to.deep.equal({
      event: 'init',
      operation: 'download',
      remote: undefined,
    });
    expect(read({ event: 'upload', oid, size: 3, path: '/a/b', action })._unsafeUnwrap()).to.deep.equal({
      event: 'upload',
      oid,
      size: 3,
      path: '/a/b',
      action: { href: action.href, header: action.header },
    });
    expect(read({ event: 'download', oid, size: 0, action: { href: 'https://svc.example' } })._unsafeUnwrap()).to.deep.equal({
      event: 'download',
      oid,
      size: 0,
      action: { href: 'https://svc.example', header: {} },
    });
    expect(read({ event: 'terminate' })._unsafeUnwrap()).to.deep.equal({ event: 'terminate' });
  });

  it('has no action in standalone mode', () => {
    for (const action of [null, undefined]) {
      expect(read({ event: 'download', oid, size: 1, action })._unsafeUnwrap()).to.deep.equal({
        event: 'download',
        oid,
        size: 1,
        action: undefined,
      });
    }
  });

  const malformed: readonly (readonly [unknown, string, string | undefined])[] = [
    [[], 'no JSON object', undefined],
    ['upload', 'no JSON object', undefined],
    [null, 'no JSON object', undefined],
    [{}, 'event', undefined],
    [{ event: 'stop', oid }, 'event', oid],
    [{ event: 'init' }, 'operation', undefined],
    [{ event: 'init', operation: 'delete' }, 'operation', undefined],
    [{ event: 'upload', size: 1, path: 'a' }, 'oid', undefined],
    [{ event: 'upload', oid: '../../x', size: 1, path: 'a' }, 'oid', '../../x'],
    [{ event: 'download', oid: oid.toUpperCase(), size: 1 }, 'oid', oid.toUpperCase()],
    [{ event: 'upload', oid, size: -1, path: 'a' }, 'size', oid],
    [{ event: 'upload', oid, size: 1.5, path: 'a' }, 'size', oid],
    [{ event: 'upload', oid, size: 2 ** 53, path: 'a' }, 'size', oid],
    [{ event: 'download', oid, size: '1' }, 'size', oid],
    [{ event: 'upload', oid, size: 1 }, 'path', oid],
    [{ event: 'upload', oid, size: 1, path: '' }, 'path', oid],
    [{ event: 'upload', oid, size: 1, path: 'a\0b' }, 'path', oid],
    [{ event: 'download', oid, size: 1, action: 'x' }, 'action', oid],
    [{ event: 'download', oid, size: 1, action: {} }, 'action', oid],
    [{ event: 'download', oid, size: 1, action: { href: 'x', header: { a: 1 } } }, 'action', oid],
  ];
  for (const [line, problem, about] of malformed) {
    it(`${JSON.stringify(line)} is malformed, and says whose line it is`, () => {
      const error = read(line)._unsafeUnwrapErr();
      expect(error.problem).to.contain(problem);
      expect(error.oid).to.equal(about);
    });
  }

  it(`any text is a message or malformed (seed ${seed})`, () => {
    const random = createSeededRandom(seed);
    const whole = JSON.stringify({
      event: 'upload',
      oid,
      size: 3,
      path: '/a',
      action: { href: 'https://svc.example', header: { a: 'b' } },
    });
    for (let times = 0; times < 20_000; times += 1) {
      const characters = [...whole];
      for (let changes = 0; changes <= random.integer(4); changes += 1) {
        const at = random.integer(characters.length);
        characters.splice(at, random.integer(3), String.fromCharCode(random.integer(128)));
      }
      const parsed = parseMessage(characters.join(''));
      if (parsed.isErr()) expect(parsed.error.problem).to.be.a('string');
    }
  });
});
