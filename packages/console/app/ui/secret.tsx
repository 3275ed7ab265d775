import { Command } from './command.js';

interface SecretProps {
  readonly title: string;
  readonly text: string;
  readonly close: () => void;
}

/** A secret that the service shows this once. */
export const Secret = ({ title, text, close }: SecretProps) => (
  <section class="notice good stack tight" role="status">
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
