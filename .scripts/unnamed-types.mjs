import ts from 'typescript';
import { exportedSymbols, originalOf } from './exported-symbols.mjs';

/** A compiler that writes declarations spells an alias out where nobody can name it. What has members of its own it must name. */
const hasName = ({ flags }) => (flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.Enum)) !== 0;

const nameIn = (node) => {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  if (ts.isTypeQueryNode(node)) return node.exprName;
  return ts.isImportTypeNode(node) ? node.qualifier : undefined;
};

/** What the declarations of a symbol name. */
const namedBy = (checker, { declarations = [] }) => {
  const found = [];
  const visit = (node) => {
    const name = nameIn(node);
    if (name !== undefined) found.push(originalOf(checker, checker.getSymbolAtLocation(name)));
    ts.forEachChild(node, visit);
  };
  declarations.forEach(visit);
  return found;
};

/**
 * The types of a package that its entries lead to and none of them exports: a function that answers one, or has it in what it answers, cannot be exported by
 * a stranger who has declarations written. `isOwn` tells by its file whether a declaration is the package's.
 */
export const unnamedTypes = (program, entries, isOwn) => {
  const checker = program.getTypeChecker();
  const exported = new Set(exportedSymbols(program, entries).map((symbol) => originalOf(checker, symbol)));
  const reached = new Set(exported);
  // A set that grows while it is walked is walked to its end.
  for (const symbol of reached)
    for (const named of namedBy(checker, symbol)) {
      const [declaration] = named?.declarations ?? [];
      if (declaration !== undefined && isOwn(declaration.getSourceFile().fileName)) reached.add(named);
    }
  return [...reached].filter((symbol) => hasName(symbol) && !exported.has(symbol)).map(({ name }) => name);
};
