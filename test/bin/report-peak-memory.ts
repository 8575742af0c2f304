// Loaded into a program before its own modules: writes its peak memory in megabytes when it ends.

import { peakMegabytes } from '../../bin/x12/memory.ts';

process.on('exit', () => process.stderr.write(`peak ${peakMegabytes().toFixed(1)}\n`));
