import { Card } from '../ui/card.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { formText } from '../ui/form-text.js';

interface RefusedFiguresProps {
  readonly what: 'address' | 'token';
  readonly onToken: (text: string) => void;
}

const why = {
  address: new Error('The service does not show its figures to your address.'),
  token: new Error('The service does not accept this token of monitoring.'),
} as const;

/** Where the service hides what it measures: why, and the two ways to see it. */
export const RefusedFigures = ({ what, onToken }: RefusedFiguresProps) => (
  <Card title="Figures" isPadded>
    <Form fault={why[what]} action="Show the figures" isBusy={false} onSubmit={(form) => onToken(formText(form, 'token'))}>
      <p class="quiet">
        Networks that the server’s setting INTERNAL_CIDRS names see them, and who has its METRICS_TOKEN. Your credential, whatever
        its rights, is neither.
      </p>
      <Field label="Token of monitoring" hint="It is forgotten when you leave this page.">
        <input type="password" name="token" autocomplete="off" required pattern="[!-~]+" />
      </Field>
    </Form>
  </Card>
);
