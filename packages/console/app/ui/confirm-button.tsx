import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { BusyButton } from './busy-button.js';
import { useKeptFocus } from './use-kept-focus.js';

interface ConfirmButtonProps {
  readonly label: string;
  /** What is asked before it is done. */
  readonly question: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
}

/** Has the keyboard stay where the question is: each button takes the focus from the one whose place it takes. */
const useFocus = (isAsking: boolean) => {
  const first = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useKeptFocus(first);
  useLayoutEffect(() => {
    if (isAsking) keep.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  return { first, keep };
};

/** A button for what cannot be undone: it asks once more, in its own place. */
export const ConfirmButton = ({ label, question, isBusy = false, onConfirm }: ConfirmButtonProps) => {
  const [isAsking, setAsking] = useState(false);
  const { first, keep } = useFocus(isAsking);
  if (!isAsking) {
    return (
      <BusyButton button={first} class="button plain" isBusy={isBusy} onAct={() => setAsking(true)}>
        {label}
      </BusyButton>
    );
  }
  const confirm = (): void => {
    setAsking(false);
    onConfirm();
  };
  const keepOnEscape = ({ key }: TargetedKeyboardEvent<HTMLElement>): void => {
    if (key === 'Escape') setAsking(false);
  };
  return (
    <span class="line ask" role="group" aria-label={question} onKeyDown={keepOnEscape}>
      <span>{question}</span>
      <BusyButton class="button danger" onAct={confirm}>
        {label}
      </BusyButton>
      <button ref={keep} type="button" class="button" onClick={() => setAsking(false)}>
        Keep
      </button>
    </span>
  );
};
