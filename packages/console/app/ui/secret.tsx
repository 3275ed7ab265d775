import { useLayoutEffect, useRef } from 'preact/hooks';
import { Command } from './command.js';
import { useKeptFocus } from './use-kept-focus.js';

interface SecretProps {
  readonly title: string;
  readonly text: string;
  readonly close: () => void;
}

/** A secret that the service shows this once. The keyboard goes on from here: what asked for it may be gone. */
export const Secret = ({ title, text, close }: SecretProps) => {
  const notice = useRef<HTMLElement>(null);
  useKeptFocus(notice);
  useLayoutEffect(() => notice.current?.focus(), [text]);
  return (
    <section class="notice good stack tight" role="status" ref={notice} tabIndex={-1}>
      <p>
        <strong>{title}</strong> It is not shown again: put it where you need it now.
      </p>
      <Command label={title} text={text} />
      <p>
        <button type="button" class="button" onClick={close}>
          I have it
        </button>
      </p>
    </section>
  );
};
