import { expect } from 'chai';
import { parseXml } from '../../src/s3-stand-in/parse-xml.js';
import { S3Error } from '../../src/s3-stand-in/s3-error.js';
import { xmlDocument } from '../../src/s3-stand-in/xml.js';

const leaf = (name: string, text: string) => ({ name, text, children: [] });

describe('XML of requests', () => {
  it('is read with its text, in order', () => {
    const read = parseXml('<?xml version="1.0"?>\n<A xmlns="n"><B>one</B><C/><B>two</B></A>');
    expect(read).to.deep.equal({ name: 'A', text: '', children: [leaf('B', 'one'), leaf('C', ''), leaf('B', 'two')] });
  });

  it('comes back as it was written', () => {
    const text = 'a&b <c> "d" \u0001 \u{1d4b3} \r\n &amp;';
    expect(parseXml(xmlDocument('A', [['B', text]])).children).to.deep.equal([leaf('B', text)]);
    expect(parseXml('<A>&#65;&#x42;&apos;</A>').text).to.equal("AB'");
  });

  it('is refused where it is broken, or declares what it might unfold to', () => {
    const broken = [
      '', '<A>', '</A>', '<A></B>', '<A><B></A></B>', '<A/><B/>', '<A>&nbsp;</A>', '<A>&e1;</A>', '<A b></A>', '<A', 'text',
      '<!DOCTYPE a [<!ENTITY e1 "x">]><A>&e1;</A>', '<A><![CDATA[x]]></A>',
    ]; // prettier-ignore
    for (const source of broken) expect(() => parseXml(source), source).to.throw(S3Error, 'not well-formed');
  });
});
