/** The nodes of a tree that `isWanted` takes, in their order. */
export const nodesOf = (root, isWanted) => {
  const found = [];
  const visit = (node) => {
    if (isWanted(node)) found.push(node);
    node.forEachChild(visit);
  };
  visit(root);
  return found;
};
