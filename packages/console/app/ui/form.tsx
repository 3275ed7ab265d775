import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Problem } from './problem.js';
import { useKeptFocus } from './use-kept-focus.js';

interface FormProps {
  /** How it is laid out; as a column of fields when absent. */
  readonly class?: string;
  /** Why it was refused; null or undefined while it was not. */
  readonly fault: unknown;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly cancel?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** Fields, with why they were refused above them, and buttons below. Where it can be cancelled, one types into the first field at once. */
export const Form = ({ class: layout = 'form', fault, action, isBusy, onSubmit, cancel, children }: FormProps) => {
  const form = useRef<HTMLFormElement>(null);
  useKeptFocus(form);
  // What can be cancelled was opened by a button, which is gone.
  const isOpened = cancel !== undefined;
  useLayoutEffect(() => {
    if (isOpened) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [isOpened]);
  // A second click may come before the first one is drawn as busy. What becomes busy is so by the time that a timer set after it ends; the rest may be sent again.
  const isSent = useRef(false);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy || isSent.current) return;
    onSubmit(event.currentTarget);
    isSent.current = true;
    setTimeout(() => {
      isSent.current = false;
    });
  };
  return (
    <form ref={form} class={layout} onSubmit={submit}>
      {fault === null || fault === undefined ? null : <Problem fault={fault} />}
      {children}
      <div class="line">
        {/* `disabled` would take the focus away for the time that it is busy. */}
        <button type="submit" class="button main-action" aria-disabled={isBusy}>
          {action}
        </button>
        {cancel === undefined ? null : (
          <button type="button" class="button" onClick={cancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
};
