import { useRef, useState } from 'preact/hooks';
import { copyText } from './copy-text.js';

const copied = 'Copied';

/** Text to paste into a terminal. `label` says what it does. */
export const Command = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [outcome, setOutcome] = useState('');
  const shown = useRef<HTMLPreElement>(null);
  const copy = (): void => {
    void copyText(text, shown.current).then((isDone) => {
      setOutcome(isDone ? copied : 'Not copied: it is marked.');
      setTimeout(() => setOutcome(''), 2000);
    });
  };
  return (
    <div class="command">
      <pre ref={shown} tabIndex={0} aria-label={label} translate={false}>
        {text}
      </pre>
      <button type="button" class="button plain" onClick={copy} aria-label={`Copy: ${label}`}>
        {outcome === copied ? copied : 'Copy'}
      </button>
      <span class="for-readers" role="status">
        {outcome}
      </span>
    </div>
  );
};
