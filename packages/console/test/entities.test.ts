import { expect } from 'chai';
import { decodeEntities } from '../app/preview/entities.js';

describe('decodeEntities', () => {
  it('puts characters in the place of their names', () => {
    expect(decodeEntities('&lt;b&gt; &amp;amp; &copy;&nbsp;&yuml; caf&eacute; 1&ndash;2 &Omega;&sup2; &rarr; &hellip;')).to.equal(
      '<b> &amp; ©\u00a0ÿ café 1–2 \u03a9² → …',
    );
  });

  it('puts characters in the place of their numbers, and a sign in the place of those that are none', () => {
    expect(decodeEntities('&#65;&#x1F600;&#X41;&#0065;')).to.equal('A\u{1f600}AA');
    expect(decodeEntities('&#0;&#xD800;&#9999999;')).to.equal('\ufffd\ufffd\ufffd');
  });

  it('leaves what is no entity as it is', () => {
    const text = 'a & b &unheard; &copy &constructor; &; &#; &#x; ?x=1&copy=2';
    expect(decodeEntities(text)).to.equal(text);
  });
});
