import { useState } from 'preact/hooks';

interface ConfirmButtonProps {
  readonly label: string;
  /** What is asked before it is done. */
  readonly question: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
}

/** A button for what cannot be undone: it asks once more, in its own place. */
export const ConfirmButton = ({ label, question, isBusy = false, onConfirm }: ConfirmButtonProps) => {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <button type="button" class="button plain" disabled={isBusy} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  const confirm = (): void => {
    setAsking(false);
    onConfirm();
  };
  return (
    <span class="line ask" role="group" aria-label={question}>
      <span>{question}</span>
      <button type="button" class="button danger" onClick={confirm}>
        {label}
      </button>
      <button type="button" class="button" onClick={() => setAsking(false)}>
        Keep
      </button>
    </span>
  );
};
