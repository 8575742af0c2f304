import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';

/** Invocations of functions, from the REPORT lines of their logs. */
export interface FunctionUsage {
  readonly invocations: number;
  readonly gigabyteSeconds: number;
  /** Invocations of functions that a queue invokes. */
  readonly fromQueues: number;
}

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

const mappingSchema = z.object({ FunctionName: z.object({ Ref: z.string() }) });

/** Reads the usage of all functions of commerce since the start of a local stack. Logs of 5 MB rotate once, so keep runs short. */
export function functionUsage(dataFolder: string): FunctionUsage {
  const { memory, queued } = functionsIn(dataFolder);
  let usage: FunctionUsage = { invocations: 0, gigabyteSeconds: 0, fromQueues: 0 };
  for (const file of globSync(join(dataFolder, 'logs', 'Granary-Commerce-*.log*'))) {
    const id = basename(file)
      .replace(/^Granary-Commerce-/, '')
      .replace(/\.log.*$/, '');
    const durations = [...readFileSync(file, 'utf8').matchAll(/^REPORT .* Duration: ([\d.]+) ms/gm)];
    const milliseconds = durations.reduce((sum, [, duration]) => sum + Number(duration), 0);
    const gigabytes = (memory.get(id) ?? 128) / 1024;
    usage = {
      invocations: usage.invocations + durations.length,
      gigabyteSeconds: usage.gigabyteSeconds + (milliseconds / 1000) * gigabytes,
      fromQueues: usage.fromQueues + (queued.has(id) ? durations.length : 0),
    };
  }
  return usage;
}

function functionsIn(dataFolder: string) {
  const memory = new Map<string, number>();
  const queued = new Set<string>();
  for (const file of globSync(join(dataFolder, 'assembly', '*Commerce*.template.json'))) {
    const { Resources } = templateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    for (const [id, { Type, Properties }] of Object.entries(Resources)) {
      if (Type === 'AWS::Lambda::Function') memory.set(id, Number(Properties['MemorySize'] ?? 128));
      if (Type === 'AWS::Lambda::EventSourceMapping')
        queued.add(mappingSchema.parse(Properties).FunctionName.Ref);
    }
  }
  return { memory, queued };
}
