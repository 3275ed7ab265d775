/** The rows in what `jsonRows` of the dialect has answered. */
export const jsonRowsOf = (answer: string | undefined): readonly (readonly unknown[])[] => {
  const rows: unknown = JSON.parse(answer ?? '[]');
  return Array.isArray(rows) ? rows.filter((row): row is readonly unknown[] => Array.isArray(row)) : [];
};
