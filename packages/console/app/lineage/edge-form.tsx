import type { ApiSchema } from '@svc/client';
import { useChange } from '../api/use-change.js';
import { Card } from '../ui/card.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { formText } from '../ui/form-text.js';
import { graphKey } from './graph.js';
import { type Edge, edgeText, type LineageNode } from './graph-model.js';
import { kindText } from './node-name.js';

const kinds = ['artifact', 'commit', 'release'] as const;
const types = Object.keys(edgeText).filter((type): type is Edge['type'] => type in edgeText);

interface EndFieldsProps {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly first: LineageNode | undefined;
}

/** What an edge begins or ends at. */
const EndFields = ({ name, label, first }: EndFieldsProps) => (
  <div class="file-tools top">
    <Field label={`${label}: kind`}>
      <select name={`${name}-kind`}>
        {kinds.map((kind) => (
          <option key={kind} value={kind} selected={kind === first?.kind}>
            {kindText[kind]}
          </option>
        ))}
      </select>
    </Field>
    <div class="grow">
      <Field label={`${label}: which`} hint="Its SHA-256, commit id or tag.">
        <input name={`${name}-id`} required autocomplete="off" spellcheck={false} defaultValue={first?.id ?? ''} />
      </Field>
    </div>
  </div>
);

const endOf = (form: HTMLFormElement, name: 'from' | 'to'): LineageNode => ({
  kind: kinds.find((kind) => kind === formText(form, `${name}-kind`)) ?? 'artifact',
  id: formText(form, `${name}-id`),
});

interface EdgeFormProps {
  readonly repository: string;
  readonly start: LineageNode | undefined;
  readonly close: () => void;
}

/** Says what came from what. */
export const EdgeForm = ({ repository, start, close }: EdgeFormProps) => {
  const add = useChange(
    (api, body: ApiSchema<'lineage.add.request'>) =>
      api.POST('/api/v1/repositories/{repoID}/graph/edges', { params: { path: { repoID: repository } }, body }),
    graphKey(repository),
  );
  const submit = (form: HTMLFormElement): void => {
    const type = types.find((each) => each === formText(form, 'type'));
    const note = formText(form, 'note');
    if (type === undefined) return;
    add.mutate({ type, from: endOf(form, 'from'), to: endOf(form, 'to'), ...(note !== '' && { note }) }, { onSuccess: close });
  };
  return (
    <Card title="Say what came from what" isPadded>
      <Form fault={add.error} action="Add" isBusy={add.isPending} onSubmit={submit} cancel={close}>
        <EndFields name="from" label="What came" first={start} />
        <Field label="How">
          <select name="type">
            {types.map((type) => (
              <option key={type} value={type}>
                {edgeText[type]}
              </option>
            ))}
          </select>
        </Field>
        <EndFields name="to" label="From what" first={undefined} />
        <Field label="Note" hint="Such as the run that has made it.">
          <input name="note" maxLength={500} autocomplete="off" />
        </Field>
      </Form>
    </Card>
  );
};
