import { expect } from 'chai';
import { printableLine, printableText, withoutUnprintable } from '../../../src/model/values/printable.js';

const c0 = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code));
const c1 = Array.from({ length: 33 }, (_, code) => String.fromCharCode(0x7f + code));
const bidi = Array.from('\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069');

describe('what anybody may be shown', () => {
  it('has no control character and none that changes the direction of writing; a text has the ends of its lines, and tabs', () => {
    for (const character of [...c0, ...c1, ...bidi]) {
      const name = `U+${character.charCodeAt(0).toString(16)}`;
      const text = `a${character}b`;
      expect(printableLine.test(text), name).to.equal(false);
      expect(printableText.test(text), name).to.equal(['\t', '\n', '\r'].includes(character));
      expect(
        withoutUnprintable(text, () => '?'),
        name,
      ).to.equal('a?b');
    }
  });

  it('is every other text, in every language', () => {
    for (const text of ['', 'Größe 2', '重み 🚀', 'أوزان', 'משקולות', 'a\u0301', 'e\u200db', '\u00a0', '\ufeff']) {
      expect(printableLine.test(text) && printableText.test(text), JSON.stringify(text)).to.equal(true);
      expect(withoutUnprintable(text, () => '?')).to.equal(text);
    }
  });
});
