import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { BusyButton } from './busy-button.js';
import { Problem } from './problem.js';
import { useKeptFocus } from './use-kept-focus.js';
import { useOnce } from './use-once.js';

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
  const once = useOnce(isBusy);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { currentTarget } = event;
    once(() => onSubmit(currentTarget));
  };
  return (
    <form ref={form} class={layout} onSubmit={submit}>
      {fault === null || fault === undefined ? null : <Problem fault={fault} />}
      {children}
      <div class="line">
        <BusyButton type="submit" class="button main-action" isBusy={isBusy}>
          {action}
        </BusyButton>
        {cancel === undefined ? null : (
          // What is on its way is done all the same, and a secret that it shows once would be shown to nobody.
          <BusyButton class="button" isBusy={isBusy} onAct={cancel}>
            Cancel
          </BusyButton>
        )}
      </div>
    </form>
  );
};
