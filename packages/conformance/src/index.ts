export * from './application/history-cases.js';
export * from './blob-store/blob-store-cases.js';
export * from './blob-store/blob-store-harness.js';
export * from './blob-store/signed-url-cases.js';
export * from './run-cases.js';
export * from './seeded.js';
export type { ApplicationHarness } from './application/history.js';
export type { Journal, UnitOfWorkHarness } from './unit-of-work/harness.js';
export { unitOfWorkCases } from './unit-of-work/unit-of-work-cases.js';
