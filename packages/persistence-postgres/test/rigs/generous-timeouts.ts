/** For databases that many want something of at once: a busy machine takes its time, and nobody shall be turned away for that. */
export const generousTimeouts = { connectTimeoutMs: 120_000, lockTimeoutMs: 120_000, contentionTimeoutMs: 120_000 } as const;
