import { S3Error } from './s3-error.js';

/** An element of a request: its children in order, and the text between them. */
export interface ParsedElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly ParsedElement[];
}

interface OpenElement {
  name: string;
  text: string;
  children: ParsedElement[];
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const refuse = (): never => {
  throw new S3Error('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema');
};

const unescape = (text: string): string =>
  text.replace(/&([^;]*)(;?)/g, (_, reference: string, end: string) => {
    const [, hex, decimal] = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(reference) ?? [];
    const code = hex !== undefined ? parseInt(hex, 16) : Number(decimal);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    return (end === ';' ? named[reference] : undefined) ?? refuse();
  });

/** Elements, text and character references; what requests of S3 do not need (attributes beyond namespaces, sections, entities of one's own) is refused. */
export const parseXml = (source: string): ParsedElement => {
  const tokens = /<\?[^>]*\?>|<(\/?)([A-Za-z][\w:.-]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>|([^<]+)/gy;
  const top: OpenElement = { name: '', text: '', children: [] };
  const open: OpenElement[] = [top];
  let position = 0;
  for (const match of source.matchAll(tokens)) {
    position = match.index + match[0].length;
    const [, closing, name, selfClosing, text] = match;
    const current = open.at(-1) ?? refuse();
    if (text !== undefined) current.text += unescape(text);
    if (name === undefined) continue;
    if (closing === '/') {
      if (current.name !== name) refuse();
      open.pop();
      continue;
    }
    const element = { name, text: '', children: [] };
    current.children.push(element);
    if (selfClosing === '') open.push(element);
  }
  const [root, ...others] = top.children;
  if (position !== source.length || open.length !== 1 || root === undefined || others.length > 0) return refuse();
  return root;
};

export const childrenOf = (element: ParsedElement, name: string): readonly ParsedElement[] =>
  element.children.filter((child) => child.name === name);

export const textOf = (element: ParsedElement, name: string): string | undefined => childrenOf(element, name)[0]?.text;
