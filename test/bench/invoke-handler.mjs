// `node invoke-handler.mjs BUNDLE` loads the bundle of a function and runs its handler with each event it receives. It is
// plain JavaScript, so that its memory is that of the function.
import { readFileSync } from 'node:fs';

const { handler } = await import(process.argv[2]);

process.on('message', async (event) => {
  const start = performance.now();
  const cpu = process.cpuUsage();
  try {
    const result = await handler(event, { awsRequestId: 'bench', getRemainingTimeInMillis: () => 900_000 });
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (performance.now() - start) / 1000;
    process.send({ seconds, cpuSeconds: (user + system) / 1e6, peakMegabytes: peakMegabytes(), result });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
process.on('disconnect', () => process.exit());
process.send('loaded');

/** The kernel counts the parent's memory at the fork into `maxRSS`; this is what this program has had. */
function peakMegabytes() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}
