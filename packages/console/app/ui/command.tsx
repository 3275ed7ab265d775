import { useState } from 'preact/hooks';

/** Text to paste into a terminal. `label` says what it does. */
export const Command = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    });
  };
  return (
    <div class="command">
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <button type="button" class="button plain" onClick={copy} aria-label={`Copy: ${label}`}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
};
