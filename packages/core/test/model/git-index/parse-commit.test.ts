import { expect } from 'chai';
import { gitObjectFormats } from '../../../src/model/git-index/git-id.js';
import { maxSignatureTextLength, parseGitSignature } from '../../../src/model/git-index/git-signature.js';
import { maxGitMessageBytes, maxGitParents, parseCommit } from '../../../src/model/git-index/parse-commit.js';

/** A text whose char codes are the bytes. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const id = (digit: string): string => digit.repeat(40);
const tree = `tree ${id('a')}\n`;
const people = 'author A <a@b> 100 +0100\ncommitter C <c@d> 200 -0230\n';

const parse = (text: string) => parseCommit(bytesOf(text), 'sha1');
const parsed = (text: string) => parse(text)._unsafeUnwrap();

describe('parseCommit', () => {
  it('reads a commit', () => {
    expect(parsed(`${tree}parent ${id('b')}\nparent ${id('c')}\n${people}\nsubject\n\nbody\n`)).to.deep.equal({
      tree: id('a'),
      parents: [id('b'), id('c')],
      author: { name: 'A', email: 'a@b', at: 100, offsetMinutes: 60 },
      committer: { name: 'C', email: 'c@d', at: 200, offsetMinutes: -150 },
      encoding: undefined,
      message: 'subject\n\nbody\n',
    });
  });

  it('takes ids of the format that the repository has', () => {
    for (const format of gitObjectFormats) {
      const digits = format === 'sha1' ? 40 : 64;
      const text = (count: number): Uint8Array => bytesOf(`tree ${'a'.repeat(count)}\n${people}\n`);
      expect(parseCommit(text(digits), format)._unsafeUnwrap().tree).to.have.length(digits);
      expect(parseCommit(text(104 - digits), format)._unsafeUnwrapErr()).to.equal('wrong_tree');
    }
  });

  it('leaves out signatures and merged tags, whatever they say', () => {
    const signature = `gpgsig -----BEGIN PGP SIGNATURE-----\n \n parent ${id('d')}\n tree x\n -----END PGP SIGNATURE-----\n`;
    const tag = `mergetag object ${id('e')}\n type commit\n tagger T <t@t> 1 +0000\n \n parent ${id('d')}\n`;
    const { parents, message, author } = parsed(`${tree}parent ${id('b')}\n${people}${tag}${signature}\nparent in a message\n`);
    expect(parents).to.deep.equal([id('b')]);
    expect(author.name).to.equal('A');
    expect(message).to.equal('parent in a message\n');
  });

  it('takes headers in any order, and the first of each', () => {
    const {
      tree: read,
      author,
      parents,
    } = parsed(`encoding UTF-8\n${people}parent ${id('b')}\n${tree}tree nothing\nauthor X <x@x> 1 +0000\n\nm`);
    expect(read).to.equal(id('a'));
    expect(author.name).to.equal('A');
    expect(parents).to.deep.equal([id('b')]);
  });

  it('reads a message without a newline at its end, no message, and nothing after the headers', () => {
    expect(parsed(`${tree}${people}\nsubject`).message).to.equal('subject');
    expect(parsed(`${tree}${people}\n`).message).to.equal('');
    expect(parsed(`${tree}${people}`).message).to.equal('');
    expect(parsed(`${tree}${people}`.trimEnd()).committer.at).to.equal(200);
    expect(parsed(`${tree}${people}\n \t\n\n  indented\n`).message).to.equal('  indented\n');
  });

  it('keeps CRLF in messages, and reads people before it', () => {
    const { message, author } = parsed(`${tree}author A <a@b> 100 +0100\r\n\na\r\nb\r\n`);
    expect(message).to.equal('a\r\nb\r\n');
    expect(author).to.deep.equal({ name: 'A', email: 'a@b', at: 100, offsetMinutes: 60 });
    expect(parse(`tree ${id('a')}\r\n${people}\n`)._unsafeUnwrapErr()).to.equal('wrong_tree');
  });

  it('reads a commit that names nobody', () => {
    const nobody = { name: '', email: '', at: 0, offsetMinutes: 0 };
    const { author, committer } = parsed(`${tree}\nm`);
    expect([author, committer]).to.deep.equal([nobody, nobody]);
  });

  it('decodes what the encoding says, and UTF-8 where it says nothing that is known', () => {
    const text = (encoding: string, message: string): string =>
      `${tree}author J\xe9 <a@b> 1 +0000\nencoding ${encoding}\n\n${message}`;
    expect(parsed(text('ISO-8859-1', 'h\xe9llo')).message).to.equal('héllo');
    expect(parsed(text('ISO-8859-1', '')).author.name).to.equal('Jé');
    expect(parsed(text('Shift_JIS', '\x93\xfa')).message).to.equal('日');
    expect(parsed(text('no-such-thing', '\xc3\xa9')).message).to.equal('é');
    expect(parsed(`${tree}${people}\n\xc3\xa9 \xff\xfe`).message).to.equal('é \ufffd\ufffd');
    expect(parsed(`${tree}${people}\n\xef\xbb\xbfa`).message).to.equal('\ufeffa');
  });

  it('decodes what has a name of git alone', () => {
    for (const [encoding, bytes, message] of [
      ['latin-1', 'h\xe9llo', 'héllo'],
      ['LATIN-9', '\xa4', '€'],
      ['eucJP', '\xc6\xfc', '日'],
      ['ujis', '\xc6\xfc', '日'],
      ['ISO2022JP', '\x1b$BF|\x1b(B', '日'],
      ['CP932', '\x93\xfa\x87\x40', '日①'],
      ['euckr', '\xc7\xd1', '한'],
      ['eucCN', '\xbc\xf2', '简'],
      ['CP936', '\xbc\xf2\x9c\x79\x80', '简測€'],
      ['CP950', '\xc1\x63', '繁'],
      ['big-5', '\xc1\x63', '繁'],
      ['KOI8R', '\xed', 'М'],
      ['koi8u', '\xa4', 'є'],
      ['CP850', '\xc3\xa9', 'é'],
    ] as const) {
      expect(parsed(`${tree}encoding ${encoding}\n\n${bytes}`).message, encoding).to.equal(message);
    }
  });

  it('reads what says that it is UTF-16 as the UTF-8 that git has written', () => {
    for (const encoding of ['UTF-16', 'utf-16le', 'UTF-16BE', 'UCS-2', 'UTF-32']) {
      const { author, message } = parsed(`${tree}author J\xc3\xb6 <a@b> 1 +0000\nencoding ${encoding}\n\nh\xc3\xa9llo`);
      expect([author.name, author.email, author.at, message], encoding).to.deep.equal(['Jö', 'a@b', 1, 'héllo']);
    }
  });

  it('ends at a NUL, as git does', () => {
    expect(parsed(`${tree}author A\0B <a@b> 1 +0000\n\none\0two`).message).to.equal('one');
  });

  it('cuts a long message off, between characters', () => {
    const long = parsed(`${tree}${people}\n${'a'.repeat(maxGitMessageBytes - 1)}\xe2\x82\xac`).message;
    expect(long).to.have.length(maxGitMessageBytes - 1);
    expect(parsed(`${tree}${people}\n${'a'.repeat(maxGitMessageBytes - 3)}\xe2\x82\xac`).message.endsWith('€')).to.equal(true);
  });

  it('says why bytes are no commit', () => {
    expect(parse('')._unsafeUnwrapErr()).to.equal('no_tree');
    expect(parse(`${people}\n${tree}`)._unsafeUnwrapErr()).to.equal('no_tree');
    expect(parse(`tree ${id('a').toUpperCase()}\n`)._unsafeUnwrapErr()).to.equal('wrong_tree');
    expect(parse(`${tree}parent ${id('a').slice(1)}\n`)._unsafeUnwrapErr()).to.equal('wrong_parent');
    const parents = (count: number): string => `${tree}${`parent ${id('b')}\n`.repeat(count)}${people}\n`;
    expect(parsed(parents(maxGitParents)).parents).to.have.length(maxGitParents);
    expect(parse(parents(maxGitParents + 1))._unsafeUnwrapErr()).to.equal('too_many_parents');
  });
});

describe('parseGitSignature', () => {
  const cases: readonly [string, string, string, number, number][] = [
    ['A U Thor <a@b> 1 +0000', 'A U Thor', 'a@b', 1, 0],
    ['<a@b> 1 +0000', '', 'a@b', 1, 0],
    [' <a@b> 1 +0000', '', 'a@b', 1, 0],
    ['A<a@b>1 +0000', 'A', 'a@b', 1, 0],
    ['A <> 1 +0000', 'A', '', 1, 0],
    ['A <a <b> c> 1 +0000', 'A', 'a <b', 1, 0],
    ['A > B <x> 5 +0000', 'A > B', 'x', 5, 0],
    ['A <x> 5 +0000 <y> 6 +0100', 'A', 'x', 6, 60],
    ['A a@b 1 +0000', '', '', 0, 0],
    ['A <a@b 1 +0000', '', '', 0, 0],
    ['', '', '', 0, 0],
    ['A <a@b>', 'A', 'a@b', 0, 0],
    ['A <a@b> yesterday', 'A', 'a@b', 0, 0],
    ['A <a@b> 12', 'A', 'a@b', 12, 0],
    ['A <a@b> -0 -0000', 'A', 'a@b', 0, 0],
    ['A <a@b> -86400 -0930', 'A', 'a@b', -86_400, -570],
    ['A <a@b> 253402300799 +2359', 'A', 'a@b', 253_402_300_799, 1439],
    ['A <a@b> 253402300800 +2400', 'A', 'a@b', 0, 0],
    ['A <a@b> -62167219200 +0000', 'A', 'a@b', -62_167_219_200, 0],
    ['A <a@b> -62167219201 +0000', 'A', 'a@b', 0, 0],
    ['A <a@b> 99999999999999999999 +051800', 'A', 'a@b', 0, 0],
    [`A <a@b> ${'9'.repeat(400)} +${'9'.repeat(400)}`, 'A', 'a@b', 0, 0],
  ];
  for (const [line, name, email, at, offsetMinutes] of cases) {
    it(`reads ${JSON.stringify(line.slice(0, 60))}`, () => {
      expect(parseGitSignature(line)).to.deep.equal({ name, email, at, offsetMinutes });
    });
  }

  it('cuts long names off, and no character in half', () => {
    const long = 'a'.repeat(maxSignatureTextLength - 1);
    expect(parseGitSignature(`${long}bc <x> 1 +0000`)).to.include({ name: `${long}b`, at: 1 });
    expect(parseGitSignature(`${long}\u{1f600} <x> 1 +0000`)).to.include({ name: long, at: 1 });
  });
});
