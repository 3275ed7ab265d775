import { closeSync, fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

const standardDescriptors = [0, 1, 2];

const isDevice = (descriptor: number): boolean => {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    // It is closed already.
    return false;
  }
};

/**
 * Node gives terminals their modes back when it ends, and aborts with a trace and a core dump where one was closed meanwhile. It leaves alone what is closed
 * here. A terminal that is gone is still a device, and no terminal any more.
 */
export const leaveGoneTerminals = (descriptors: readonly number[] = standardDescriptors): void => {
  for (const descriptor of descriptors) if (isDevice(descriptor) && !isatty(descriptor)) closeSync(descriptor);
};
