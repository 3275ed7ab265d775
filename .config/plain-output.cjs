'use strict';

// Tests compare what other processes print, and a pipe gets colours only where the environment demands them.
for (const name of ['FORCE_COLOR', 'CLICOLOR_FORCE']) delete process.env[name];
