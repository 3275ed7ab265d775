/** An element: its name, and its text or its children. */
export type XmlElement = readonly [name: string, content: string | number | boolean | readonly XmlElement[]];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeText = (text: string): string =>
  // XML has no way to write most control characters; S3 refers to them by number nevertheless.
  text.replace(/[&<>"\u0000-\u001f\u007f]/g, (character) => entities[character] ?? `&#x${character.charCodeAt(0).toString(16)};`);

const written = ([name, content]: XmlElement): string =>
  `<${name}>${typeof content === 'object' ? content.map(written).join('') : escapeText(String(content))}</${name}>`;

/** A document with its declaration; `namespace` is that of its root. */
export const xmlDocument = (name: string, content: readonly XmlElement[], namespace?: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${namespace === undefined ? '' : ` xmlns="${namespace}"`}>${content.map(written).join('')}</${name}>`;

export const s3Namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';
