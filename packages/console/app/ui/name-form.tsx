import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from './field.js';
import { Problem } from './problem.js';

interface NameFormProps {
  readonly label: string;
  readonly hint?: string;
  readonly action: string;
  /** Rejects with why nothing was made. */
  readonly make: (name: string) => Promise<unknown>;
  readonly cancel?: () => void;
}

/** Makes something that needs no more than a name. */
export const NameForm = ({ label, hint, action, make, cancel }: NameFormProps) => {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    if (typeof name !== 'string') return;
    setBusy(true);
    setFault(undefined);
    make(name.trim())
      .catch(setFault)
      .finally(() => setBusy(false));
  };
  return (
    <form class="form card padded" onSubmit={submit}>
      {fault === undefined ? null : <Problem fault={fault} />}
      <Field label={label} {...(hint !== undefined && { hint })}>
        <input name="name" required maxLength={100} autocomplete="off" />
      </Field>
      <div class="line">
        <button type="submit" class="button main-action" disabled={isBusy}>
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
