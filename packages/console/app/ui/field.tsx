import { cloneElement, type VNode } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: VNode<{ id?: string; 'aria-describedby'?: string }>;
}

/** A control under its label. */
export const Field = ({ label, hint, children }: FieldProps) => {
  const id = useId();
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {cloneElement(children, { id, ...described })}
      {hint === undefined ? null : (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
};
