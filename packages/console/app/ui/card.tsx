import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface CardProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  /** Whether what is in it keeps a distance from the edge; tables do not. */
  readonly isPadded?: boolean;
  readonly children: ComponentChildren;
}

/** A part of a page under a title of its own. */
export const Card = ({ title, actions, isPadded = false, children }: CardProps) => {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {isPadded ? <div class="card-body stack">{children}</div> : children}
    </section>
  );
};
