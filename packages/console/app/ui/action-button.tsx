import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { BusyButton } from './busy-button.js';
import { useKeptFocus } from './use-kept-focus.js';

interface ActionButtonProps {
  /** How it looks; plain when absent. */
  readonly class?: string;
  readonly isBusy?: boolean;
  readonly onAct: () => void;
  readonly children: ComponentChildren;
}

/** A button for what is done at once. The keyboard stays on it, and goes on near it where it goes when that is done. */
export const ActionButton = ({ class: look = 'button plain', isBusy = false, onAct, children }: ActionButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button);
  return (
    <BusyButton button={button} class={look} isBusy={isBusy} onAct={onAct}>
      {children}
    </BusyButton>
  );
};
