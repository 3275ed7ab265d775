import { SyntaxKind } from 'typescript-native/unstable/ast';
import { isBinaryExpression, isExpressionStatement, isVoidExpression } from 'typescript-native/unstable/ast/is';
import { nodesOf } from './nodes-of.mjs';

const neverthrowTypes = new Set(['Ok', 'Err', 'ResultAsync']);
/** What an await, a loop or `Promise.all` would get them out of. */
const holders = new Set(['Promise', 'PromiseLike', 'Array', 'ReadonlyArray']);

const isDeclaredByNeverthrow = (symbol) => symbol.declarations.some(({ path }) => path.includes('/neverthrow/'));

const isAssignment = (expression) =>
  isBinaryExpression(expression) &&
  expression.operatorToken.kind >= SyntaxKind.FirstAssignment &&
  expression.operatorToken.kind <= SyntaxKind.LastAssignment;

const expressionOf = ({ expression }) => (isVoidExpression(expression) ? expression.expression : expression);

/** Tells of a type whether it is a Result, a union with one in it, or a promise, an array or a tuple of them. */
const createJudge = (checker) => {
  const known = new Map();
  const judge = (type) => {
    if (type.isUnionType()) return type.getTypes().some(holdsResult);
    const symbol = type.getSymbol();
    if (symbol !== undefined && neverthrowTypes.has(symbol.name) && isDeclaredByNeverthrow(symbol)) return true;
    const isHolder = (symbol !== undefined && holders.has(symbol.name)) || checker.isTupleType(type);
    return isHolder && checker.getTypeArguments(type).some(holdsResult);
  };
  const holdsResult = (type) => {
    if (!type.isUnionType() && !type.isObjectType()) return false;
    if (!known.has(type.id)) {
      // A type that holds itself is asked about once.
      known.set(type.id, false);
      known.set(type.id, judge(type));
    }
    return known.get(type.id);
  };
  return holdsResult;
};

/** Answers what finds, in a file of the project, each Result that stands alone as a statement, also awaited or behind `void`: it is lost, and its error with it. */
export const createLostResults = ({ checker }) => {
  const holdsResult = createJudge(checker);
  return (file) => {
    const expressions = nodesOf(file, isExpressionStatement)
      .map(expressionOf)
      .filter((expression) => !isAssignment(expression));
    if (expressions.length === 0) return [];
    const types = checker.getTypeAtLocation(expressions);
    return expressions.filter((_, at) => types[at] !== undefined && holdsResult(types[at]));
  };
};
