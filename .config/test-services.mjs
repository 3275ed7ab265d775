import { stopServices } from '../packages/test-services/src/running-services.ts';

// A service is started by the first test that asks for it, so that a single file needs no more than it uses.
export const mochaGlobalTeardown = stopServices;
