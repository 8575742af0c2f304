// Preloaded into a program. Writes its peak memory in megabytes when the program ends.

import { peakMegabytes } from '../../bin/x12/memory.ts';

process.on('exit', () => process.stderr.write(`peak ${peakMegabytes().toFixed(1)}\n`));
