import { isCallExpression, isIdentifier, isNewExpression } from 'typescript-native/unstable/ast/is';
import { nodesOf } from './nodes-of.mjs';

const isDate = ({ expression }) => isIdentifier(expression) && expression.text === 'Date';

/** Where a file asks the machine for the time: `Date()`, and `new Date()` without one that it was told. */
export const findOwnClocks = (file) =>
  nodesOf(
    file,
    (node) =>
      (isCallExpression(node) && isDate(node)) || (isNewExpression(node) && isDate(node) && (node.arguments?.length ?? 0) === 0),
  );
