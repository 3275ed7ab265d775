/** The rows of comma-separated values (RFC 4180), or of those that tabs separate; at most so many. The last one may be cut off, and is left out then. */
export const separatedRows = (
  text: string,
  separator: ',' | '\t',
  isWhole: boolean,
  mostRows: number,
): readonly (readonly string[])[] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    row.push(cell);
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length && rows.length < mostRows; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (isWhole && rows.length < mostRows && (cell !== '' || row.length > 0)) endRow();
  return rows;
};
