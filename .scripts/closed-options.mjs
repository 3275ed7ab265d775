import ts from 'typescript';
import { exportedSymbols, originalOf } from './exported-symbols.mjs';

const isOptions = (name) => /(?:Options|Settings|Credentials)$/.test(name);

const takesUndefined = (type) =>
  ts.isUnionTypeNode(type) && type.types.some(({ kind }) => kind === ts.SyntaxKind.UndefinedKeyword);

const membersOf = (declaration) => {
  if (ts.isInterfaceDeclaration(declaration)) return declaration.members;
  return ts.isTypeAliasDeclaration(declaration) && ts.isTypeLiteralNode(declaration.type) ? declaration.type.members : [];
};

/**
 * The fields of exported options that may be left out and may not be undefined: with `exactOptionalPropertyTypes`, who has them from an environment cannot
 * pass them on.
 */
export const closedOptions = (program, entries) => {
  const checker = program.getTypeChecker();
  return exportedSymbols(program, entries)
    .filter(({ name }) => isOptions(name))
    .map((symbol) => originalOf(checker, symbol))
    .flatMap(({ name, declarations = [] }) =>
      declarations
        .flatMap(membersOf)
        .filter((member) => ts.isPropertySignature(member) && member.questionToken && !takesUndefined(member.type))
        .map((member) => `${name}.${member.name.getText()}`),
    );
};
