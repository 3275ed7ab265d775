const isOfTranslator = (node: Node | null): node is HTMLElement => node instanceof HTMLElement && node.localName === 'font';

/**
 * Has a page that the browser translates say what it should. The translator puts an element of its own in the place of each text, and what is written into
 * that text from then on is seen by nobody: a row would have the name of another one. So a text that changes comes back, and is translated anew.
 */
export const keepTextsCurrent = (root: Node): void => {
  const translations = new WeakMap<Node, HTMLElement>();
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      if (target instanceof Text && !target.isConnected) translations.get(target)?.replaceWith(target);
    }
  });
  const replacements = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const translation = [...addedNodes, previousSibling, nextSibling].find(isOfTranslator);
      if (translation === undefined) continue;
      for (const text of removedNodes) {
        if (!(text instanceof Text)) continue;
        translations.set(text, translation);
        changes.observe(text, { characterData: true });
      }
    }
  });
  replacements.observe(root, { childList: true, subtree: true });
};
