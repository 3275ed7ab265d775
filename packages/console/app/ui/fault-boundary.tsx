import type { ComponentChildren } from 'preact';
import { ErrorBoundary } from 'preact-iso';
import { useErrorBoundary, useRef } from 'preact/hooks';
import { Problem } from './problem.js';

interface FaultBoundaryProps {
  /** What is drawn: where that is another one, it is tried again. */
  readonly of: unknown;
  /** What people read where it cannot be drawn. */
  readonly message: string;
  readonly children: ComponentChildren;
}

/** Draws what is in it, and says so where that fails. It waits for parts that are fetched when they are first shown, too. */
export const FaultBoundary = ({ of, message, children }: FaultBoundaryProps) => {
  const broken = useRef<{ readonly of: unknown }>();
  useErrorBoundary(() => {
    broken.current = { of };
  });
  const isBroken = broken.current !== undefined && broken.current.of === of;
  return isBroken ? <Problem fault={new Error(message)} /> : <ErrorBoundary>{children}</ErrorBoundary>;
};
