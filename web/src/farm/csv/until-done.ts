const firstWaitMs = 300;
const maxWaitMs = 3000;

/** Reads a running job again until it is done, each time a little later, and shows each state. */
export async function untilDone<Job>(
  first: Job,
  {
    isDone,
    read,
    onProgress,
    signal,
  }: {
    readonly isDone: (job: Job) => boolean;
    readonly read: () => Promise<Job>;
    readonly onProgress?: (job: Job) => void;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Job> {
  let job = first;
  for (let wait = firstWaitMs; !isDone(job); wait = Math.min(wait * 1.5, maxWaitMs)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal?.throwIfAborted();
    job = await read();
    onProgress?.(job);
  }
  return job;
}
