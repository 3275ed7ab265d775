import type { Examples } from '../../src/endpoint/openapi-examples.js';
import { playExamples, startExampleService } from './play-examples.js';
import { createRecorder } from './recorder.js';

/** A request to every endpoint, and its answer: the clock stands still and ids are counted, so that each run records the same. */
export const recordExamples = async (): Promise<Examples> => {
  const acme = await startExampleService();
  try {
    const { play, recorded } = createRecorder(acme.service.baseUrl);
    await playExamples(acme, play);
    return recorded();
  } finally {
    await acme.service.close();
  }
};
