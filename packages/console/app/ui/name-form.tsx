import { useState } from 'preact/hooks';
import { Field } from './field.js';
import { Form } from './form.js';

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
  const submit = (form: HTMLFormElement): void => {
    const name = new FormData(form).get('name');
    if (typeof name !== 'string') return;
    setBusy(true);
    setFault(undefined);
    make(name.trim())
      .catch(setFault)
      .finally(() => setBusy(false));
  };
  return (
    <Form class="form card padded" fault={fault} action={action} isBusy={isBusy} onSubmit={submit} cancel={cancel}>
      <Field label={label} {...(hint !== undefined && { hint })}>
        <input name="name" required maxLength={100} autocomplete="off" />
      </Field>
    </Form>
  );
};
