/** What is left of the base64 of a text wherever it stands in something larger: of its three alignments the digits that depend on nothing else. */
const base64Within = (bytes: Buffer, encoding: 'base64' | 'base64url'): readonly string[] =>
  [0, 1, 2].map((shift) => {
    const digits = Buffer.concat([Buffer.alloc(shift), bytes]).toString(encoding);
    return digits.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.byteLength) * 8) / 6));
  });

/** Each byte as %XX, and as encodeURIComponent leaves it. */
const percentEncoded = (text: string): readonly string[] => {
  const usual = encodeURIComponent(text);
  return [usual, usual.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()), encodeURIComponent(usual)];
};

/** The ways in which a secret could lie somewhere and still be read, without those that are equal. */
export const spellingsOf = (text: string): readonly string[] => {
  const bytes = Buffer.from(text);
  const hex = bytes.toString('hex');
  const json = JSON.stringify(text).slice(1, -1);
  return [
    ...new Set([
      text,
      json,
      hex,
      hex.toUpperCase(),
      ...base64Within(bytes, 'base64'),
      ...base64Within(bytes, 'base64url'),
      ...percentEncoded(text),
    ]),
  ];
};
