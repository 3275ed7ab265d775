/** RFC 2047, section 2, allows an encoded word 75 characters, of which 12 are around the text. */
const maxWordBytes = 45;

/** A text as the encoded words of a header (RFC 2047), each on a line of its own, none of them ending within a character. */
export const encodedWords = (text: string): string => {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > maxWordBytes) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join('\r\n ');
};
