import { expect } from 'chai';
import { relevance, wordsOfOrganization, wordsOfQuery, wordsOfRepository } from '../../../src/model/search/search-words.js';
import { oidPrefixOf } from '../../../src/use-cases/search.js';
import { slug } from '../../builders/world.js';

describe('wordsOfQuery', () => {
  it('gives runs of letters and digits without case, accents and width, each once', () => {
    expect(wordsOfQuery('ResNet-50_v1.5/ÉTÉ été ＦＰ１６ ﬁne İ')).to.deep.equal(['resnet', '50', 'v1', '5', 'ete', 'fp16']);
    expect(wordsOfQuery('ﬁne İ 模型 Привет')).to.deep.equal(['fine', 'i', '模型', 'привет']);
  });

  it('gives nothing of what holds no letter and no digit', () => {
    for (const query of ['', ' ', '%', '_', '\\', '"*"', "'; --", '🚀', '\u0301', '%'.repeat(10_000)]) {
      expect(wordsOfQuery(query), query.slice(0, 9)).to.deep.equal([]);
    }
  });

  it('takes 6 words of 64 characters', () => {
    expect(wordsOfQuery('a b c d e f g')).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(wordsOfQuery('x'.repeat(65))).to.deep.equal(['x'.repeat(64)]);
    expect(wordsOfQuery('𝒳'.normalize('NFC') + '𐐨'.repeat(70))).to.deep.equal([`x${'𐐨'.repeat(63)}`]);
  });
});

describe('the words of what is found', () => {
  it('weigh more in a name or a slug than in a description, in whichever they come first', () => {
    const repository = { name: 'Big Model', slug: slug('model.bin'), description: 'A model, big and old' };
    expect(Object.fromEntries(wordsOfRepository(repository))).to.deep.equal({ a: 1, big: 2, model: 2, bin: 2, and: 1, old: 1 });
    const organization = { name: 'Analytical Engines', slug: slug('babbage') };
    expect(Object.fromEntries(wordsOfOrganization(organization))).to.deep.equal({ analytical: 2, engines: 2, babbage: 2 });
  });

  it('are at most 200 of a description', () => {
    const description = Array.from({ length: 300 }, (_, at) => `w${at}`).join(' ');
    expect(wordsOfRepository({ name: 'n', slug: slug('s'), description }).size).to.equal(202);
  });
});

describe('relevance', () => {
  const words = new Map([
    ['model', 2],
    ['models', 1],
    ['old', 1],
  ]);

  it('adds up the best that each word finds', () => {
    expect(relevance(['model'], words)).to.equal(5);
    expect(relevance(['mod'], words)).to.equal(4);
    expect(relevance(['models'], words)).to.equal(3);
    expect(relevance(['ol'], words)).to.equal(2);
    expect(relevance(['model', 'ol'], words)).to.equal(7);
  });

  it('is undefined when one of the words finds nothing', () => {
    expect(relevance(['model', 'new'], words)).to.equal(undefined);
    expect(relevance(['odel'], words)).to.equal(undefined);
  });
});

describe('oidPrefixOf', () => {
  it('is 4 to 64 hex digits in either case, and nothing else', () => {
    expect(oidPrefixOf(' 00Ff ')).to.equal('00ff');
    expect(oidPrefixOf('a'.repeat(64))).to.equal('a'.repeat(64));
    for (const query of ['', 'abc', 'a'.repeat(65), 'abcg', 'ab cd', '%%%%']) expect(oidPrefixOf(query)).to.equal(undefined);
  });
});
