import type { TypedText } from './reply.js';

/** Everything that is measured at this moment, as the text that Prometheus reads, or its OpenMetrics. It never rejects. */
export type Metrics = () => Promise<TypedText>;
