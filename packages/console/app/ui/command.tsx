import { useRef, useState } from 'preact/hooks';
import { copyText } from './copy-text.js';

/** Text to paste into a terminal. `label` says what it does. */
export const Command = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<HTMLPreElement>(null);
  const copy = (): void => {
    void copyText(text, shown.current).then((isDone) => {
      setCopied(isDone);
      setTimeout(() => setCopied(false), 2000);
    });
  };
  return (
    <div class="command">
      <pre ref={shown} tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <button type="button" class="button plain" onClick={copy} aria-label={`Copy: ${label}`}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
};
