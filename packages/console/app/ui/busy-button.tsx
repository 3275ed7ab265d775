import type { ComponentChildren, RefObject } from 'preact';
import { useOnce } from './use-once.js';

interface BusyButtonProps {
  readonly button?: RefObject<HTMLButtonElement>;
  readonly type?: 'button' | 'submit';
  readonly class: string;
  readonly isBusy?: boolean;
  readonly onAct?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** A button that does nothing while it is busy, and keeps the focus for that time, which `disabled` would take away. */
export const BusyButton = ({ button, type = 'button', class: look, isBusy = false, onAct, children }: BusyButtonProps) => {
  const once = useOnce(isBusy);
  const act = onAct && (() => once(onAct));
  return (
    <button {...(button && { ref: button })} type={type} class={look} aria-disabled={isBusy} onClick={act}>
      {children}
    </button>
  );
};
