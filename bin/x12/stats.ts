import { X12Engine } from '#x12/engine/engine.ts';
import { readAll } from '#x12/engine/source.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { Statistics } from '#x12/presentation/statistics.ts';
import { forEachInput } from './input.ts';
import { peakMegabytes } from './memory.ts';
import { writeOutput } from './output.ts';
import type { ExitCode, Settings } from './settings.ts';

/** Writes counts, sums and speed as one JSON object, or an array for several files. Exit code 1 for an incomplete file. */
export async function stats({ files }: Settings): Promise<ExitCode> {
  const results: unknown[] = [];
  let areComplete = true;
  await forEachInput(files, async (input) => {
    const statistics = new Statistics();
    const engine = new X12Engine({ guides: allGuides, listeners: statistics.listeners(), validate: false });
    const started = performance.now();
    const bytes = await readAll(input.chunks, engine);
    const seconds = (performance.now() - started) / 1000;
    areComplete &&= statistics.isComplete;
    results.push({
      file: input.name,
      bytes,
      seconds: Number(seconds.toFixed(3)),
      mb_per_second: Number((bytes / 1e6 / seconds).toFixed(1)),
      peak_memory_mb: Math.round(peakMegabytes()),
      ...statistics.json(),
    });
  });
  await writeOutput(`${JSON.stringify(results.length === 1 ? results[0] : results, undefined, 2)}\n`);
  return areComplete ? 0 : 1;
}
