/** Result of a load of one kind of request. Times are in milliseconds. */
export interface Load {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Responses other than 2xx. */
  readonly refused: number;
}

interface LoadOptions {
  readonly seconds: number;
  /** Number of clients; each sends its next request after the last response. */
  readonly clients: number;
  /** Maximum requests per second of all clients together. */
  readonly atMost?: number;
  readonly warmUpSeconds: number;
}

/** Sends requests for some seconds after a warm-up, and measures from send to last byte. */
export async function measureLoad(name: string, make: () => Request, options: LoadOptions): Promise<Load> {
  await run(make, { ...options, seconds: options.warmUpSeconds });
  const started = performance.now();
  const { times, refused } = await run(make, options);
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { name, perSecond: times.length / elapsed, p50: quantile(0.5), p99: quantile(0.99), refused };
}

async function run(make: () => Request, { seconds, clients, atMost }: LoadOptions) {
  const times: number[] = [];
  let refused = 0;
  const pause = atMost ? (clients / atMost) * 1000 : 0;
  const end = performance.now() + seconds * 1000;
  const client = async () => {
    for (let next = performance.now(); performance.now() < end; next += pause) {
      const wait = next - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      else next = performance.now();
      const request = make();
      const sent = performance.now();
      const response = await fetch(request);
      await response.arrayBuffer();
      times.push(performance.now() - sent);
      if (!response.ok) refused++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { times, refused };
}
