import { useState } from 'preact/hooks';
import { Field } from './field.js';

interface DeleteFormProps {
  /** What has to be typed before anything happens. */
  readonly name: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}

/** For what takes much away with it: nobody types a name by mistake. */
export const DeleteForm = ({ name, action, isBusy, onDelete }: DeleteFormProps) => {
  const [typed, setTyped] = useState('');
  return (
    <div class="form">
      <Field label={`Type ${name} to confirm`}>
        <input autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </Field>
      <div>
        <button type="button" class="button danger" disabled={isBusy || typed !== name} onClick={onDelete}>
          {action}
        </button>
      </div>
    </div>
  );
};
