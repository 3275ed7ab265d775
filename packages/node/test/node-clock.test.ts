import { clockCases, runCases } from '@svc/conformance';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { idleBetweenRequests, nodeClock } from '../src/index.js';

describe('the clock of the machine', () => {
  runCases(describe, it, clockCases, async () => ({
    clock: { ...nodeClock, idle: idleBetweenRequests(createServer()) },
    pass: (milliseconds) => sleep(milliseconds),
    close: async () => {},
  }));
});
