// Walks a file and writes the number of its segments and of its claims.

import { createReadStream } from 'node:fs';
import { walk } from '#x12/walk/walk.ts';

let segments = 0;
let claims = 0;
for await (const { loop, segment } of walk(createReadStream(process.argv[2] ?? ''))) {
  segments++;
  if (loop?.at(-1) === '2300' && segment.get('CLM01') !== undefined) claims++;
}
process.stdout.write(`${segments} segments, ${claims} claims\n`);
