import ts from 'typescript';

/** What a symbol stands for, where it is another name of it. */
export const originalOf = (checker, symbol) =>
  symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** What the entries of a package export, under the names that they give it. */
export const exportedSymbols = (program, entries) => {
  const checker = program.getTypeChecker();
  return entries.flatMap((entry) => checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry))));
};
