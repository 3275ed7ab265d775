import { createLowlight } from 'lowlight';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { languages } from './languages.js';

/*
 * Colours for program text. The highlighter gives a tree, and each of its nodes becomes an element: there is no HTML in between, so nothing that is written in
 * a file can become any.
 */

const lowlight = createLowlight(languages);

/** Colouring takes longer than reading does: longer texts, and those of machines, stay as they are. */
const mostCharacters = 100_000;
const longestLine = 5000;

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

const classOf = (node: Node): string =>
  'properties' in node && Array.isArray(node.properties['className']) ? node.properties['className'].join(' ') : '';

const shown = (node: Node): ComponentChildren => {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? <span class={classOf(node)}>{node.children.map(shown)}</span> : null;
};

const isFitting = (text: string): boolean =>
  text.length <= mostCharacters && !text.split('\n').some((line) => line.length > longestLine);

const colored = (text: string, language: string): ComponentChildren =>
  lowlight.registered(language) && isFitting(text) ? lowlight.highlight(language, text).children.map(shown) : text;

interface CodeProps {
  /** Of what, for people who do not see it. */
  readonly label: string;
  readonly text: string;
  readonly language: string;
}

/** Program text in the colours of its language. */
export const Code = ({ label, text, language }: CodeProps) => {
  const content = useMemo(() => colored(text, language), [text, language]);
  return (
    <pre class="code" tabIndex={0} aria-label={label}>
      {content}
    </pre>
  );
};
