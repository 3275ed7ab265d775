import { expect } from 'chai';
import fc from 'fast-check';
import { descendingKey, descendingPosition, hashBound } from '../src/descending-position.js';

const largest = Number.MAX_SAFE_INTEGER;

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const value = fc.oneof(fc.constantFrom(0, 1, 9, 10, 1_767_225_600_000, largest - 1, largest), fc.maxSafeNat());

const byBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

/** Texts near keys, which is where mistakes would be: keys that are cut, go on, or have another character somewhere. */
const cursor = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[0-9]{0,20}$/),
  fc
    .tuple(value, hash, fc.nat(80), fc.constantFrom('', ' ', '/', '0', '9', ':', 'A', 'a', 'f', 'g', 'ÿ', '\u{1f680}'))
    .map(([number, oid, at, other]) => descendingKey(number, oid).slice(0, at) + other),
  fc
    .tuple(value, hash, fc.nat(79), fc.constantFrom(' ', '/', ':', 'A', '`', 'g', '\u{1f680}'))
    .map(([number, oid, at, other]) => {
      const key = descendingKey(number, oid);
      return key.slice(0, at) + other + key.slice(at + 1);
    }),
);

const isAfter = (number: number, oid: string, text: string): boolean => {
  const position = descendingPosition(text);
  if (number !== position.value) return number < position.value;
  return Buffer.compare(Buffer.from(oid, 'hex'), hashBound(position.tie)) >= 0;
};

describe('positions in lists that begin with the largest number', () => {
  it('keys are in the order of the list: largest number first, ties by hash', () => {
    fc.assert(
      fc.property(value, hash, value, hash, (left, leftHash, right, rightHash) => {
        const order = right - left || byBytes(leftHash, rightHash);
        expect(Math.sign(byBytes(descendingKey(left, leftHash), descendingKey(right, rightHash)))).to.equal(Math.sign(order));
      }),
    );
  });

  it('what comes after any text are the keys whose bytes do', () => {
    fc.assert(
      fc.property(value, hash, cursor, (number, oid, text) => {
        expect(isAfter(number, oid, text)).to.equal(byBytes(descendingKey(number, oid), text) > 0);
      }),
      { numRuns: 3000 },
    );
  });

  it('the same holds for a key and every shortened or changed form of it', () => {
    fc.assert(
      fc.property(value, hash, fc.nat(80), fc.constantFrom('', '/', '0', ':', 'a', 'g'), (number, oid, at, other) => {
        const key = descendingKey(number, oid);
        for (const text of [key, key.slice(0, at), key.slice(0, at) + other, key.slice(0, at) + other + key.slice(at + 1)]) {
          expect(isAfter(number, oid, text), text).to.equal(byBytes(key, text) > 0);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
