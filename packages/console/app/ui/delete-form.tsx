import { useState } from 'preact/hooks';
import { BusyButton } from './busy-button.js';
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
        {/* Until the name stands there it does nothing, either. */}
        <BusyButton class="button danger" isBusy={isBusy || typed !== name} onAct={onDelete}>
          {action}
        </BusyButton>
      </div>
    </div>
  );
};
