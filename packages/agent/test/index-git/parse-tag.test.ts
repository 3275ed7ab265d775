import { expect } from 'chai';
import { parseTag } from '../../src/index-git/parse-tag.js';

const target = 'a'.repeat(40);
const parse = (said: string, tagger = 'T <t@example.test> 1600000000 +0130') =>
  parseTag({ id: 'x', bytes: Buffer.from(`object ${target}\ntype commit\ntag v1\ntagger ${tagger}\n\n${said}`) });
const messageOf = (said: string): string => parse(said).notes.message;
const blockOf = (kind: string): string => `-----BEGIN ${kind}-----\n\nabc=\n-----END ${kind}-----\n`;

describe('parseTag', () => {
  it('reads what a tag names, who made it and when', () => {
    expect(parse('Notes.\n')).to.deep.equal({
      target,
      notes: {
        id: 'x',
        taggerName: 'T',
        taggerEmail: 't@example.test',
        at: 1_600_000_000,
        offsetMinutes: 90,
        message: 'Notes.\n',
      },
    });
    expect(parse('', 'A <<b> C <x@y>> 1000000000 +0530').notes).to.include({ taggerName: 'A', at: 1_000_000_000 });
  });

  for (const kind of ['PGP SIGNATURE', 'PGP MESSAGE', 'SSH SIGNATURE', 'SIGNED MESSAGE']) {
    it(`leaves a ${kind} at the end out`, () => {
      expect(messageOf(`Notes.\n${blockOf(kind)}`)).to.equal('Notes.\n');
    });
  }

  it('keeps a signature that the notes quote, and what comes after it', () => {
    const quoted = `Check it:\n${blockOf('PGP SIGNATURE')}\nThanks.\n`;
    expect(messageOf(quoted)).to.equal(quoted);
    expect(messageOf(`${quoted}${blockOf('SSH SIGNATURE')}`)).to.equal(quoted);
  });

  it('keeps a block that does not end', () => {
    const open = 'Signatures begin so:\n-----BEGIN PGP SIGNATURE-----\n';
    expect(messageOf(open)).to.equal(open);
  });

  it('keeps a block with more after its end than another end', () => {
    const odd = `Notes.\n${blockOf('PGP SIGNATURE')}more\n-----END PGP SIGNATURE-----\n`;
    expect(messageOf(odd)).to.equal(odd);
  });

  it('ends at a NUL, as git does', () => {
    expect(messageOf('Notes\0 and more.\n')).to.equal('Notes');
    expect(messageOf(`Notes.\0\n${blockOf('PGP SIGNATURE')}`)).to.equal('Notes.');
    expect(parse('', 'T\0 U <t@example.test> 1600000000 +0130').notes).to.include({ taggerName: '', taggerEmail: '' });
    expect(parse('', 'T <t@example.test> 1600000000 +0130\0').notes).to.include({ taggerName: 'T', at: 1_600_000_000 });
  });
});
