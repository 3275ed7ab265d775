/**
 * Which objects that came whole the service cuts into chunks. `off`: none. `cold`: those that nobody has downloaded for a while, since the service itself puts
 * together what lies in chunks, and a bucket serves what lies there whole. `all`: each that is worth it.
 */
export const deduplicationModes = ['off', 'cold', 'all'] as const;
export type DeduplicationMode = (typeof deduplicationModes)[number];
