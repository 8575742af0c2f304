/** What a load on one kind of request showed. Times in milliseconds. */
export interface Load {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 2xx. */
  readonly refused: number;
}

interface LoadOptions {
  readonly seconds: number;
  /** Closed loop: this many clients, each sending when it was answered. */
  readonly clients?: number;
  /** Open loop: this many requests a second, whatever the answers do. */
  readonly pace?: number;
}

/** Sends requests for some seconds, after a second that is not counted, and measures from send to last byte. */
export async function measureLoad(name: string, make: () => Request, options: LoadOptions): Promise<Load> {
  await run(make, { ...options, seconds: 1 });
  const started = performance.now();
  const { times, refused } = await run(make, options);
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { name, perSecond: times.length / elapsed, p50: quantile(0.5), p99: quantile(0.99), refused };
}

async function run(make: () => Request, { seconds, clients = 0, pace }: LoadOptions) {
  const times: number[] = [];
  let refused = 0;
  const send = async () => {
    const request = make();
    const sent = performance.now();
    const response = await fetch(request);
    await response.arrayBuffer();
    times.push(performance.now() - sent);
    if (!response.ok) refused++;
  };
  const end = performance.now() + seconds * 1000;
  if (pace) {
    const sent: Promise<void>[] = [];
    for (let at = performance.now(); at < end; at += 1000 / pace) {
      const wait = at - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      sent.push(send());
    }
    await Promise.all(sent);
  } else {
    const client = async () => {
      while (performance.now() < end) await send();
    };
    await Promise.all(Array.from({ length: clients }, client));
  }
  return { times, refused };
}
