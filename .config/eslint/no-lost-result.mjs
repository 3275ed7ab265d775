import { ESLintUtils } from '@typescript-eslint/utils';

const neverthrowTypes = new Set(['Ok', 'Err', 'ResultAsync']);

const isDeclaredByNeverthrow = (symbol) =>
  symbol.declarations?.some((declaration) => declaration.getSourceFile().fileName.includes('/neverthrow/')) ?? false;

/** A Result, a union with one in it, or an array or tuple of them (what `Promise.all` gives). */
const holdsResult = (checker, type) => {
  if (type.isUnion()) return type.types.some((part) => holdsResult(checker, part));
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    return checker.getTypeArguments(type).some((element) => holdsResult(checker, element));
  }
  const symbol = type.getSymbol();
  return symbol !== undefined && neverthrowTypes.has(symbol.name) && isDeclaredByNeverthrow(symbol);
};

/** A Result that stands alone as a statement, also awaited or behind `void`, is lost, and its error with it. */
export default ESLintUtils.RuleCreator.withoutDocs({
  meta: { type: 'problem', messages: { lost: 'This Result is dropped, and its error with it.' }, schema: [] },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();
    const check = (expression) => {
      if (expression.type === 'UnaryExpression' && expression.operator === 'void') return check(expression.argument);
      if (expression.type === 'AssignmentExpression') return;
      const type = services.getTypeAtLocation(expression);
      const awaited = checker.getAwaitedType(type) ?? type;
      if (holdsResult(checker, type) || holdsResult(checker, awaited)) context.report({ node: expression, messageId: 'lost' });
    };
    return { ExpressionStatement: (statement) => check(statement.expression) };
  },
});
