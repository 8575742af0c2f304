/** Returns when the next message may be sent, so that messages keep the rate. */
export function paceOf(perSecond: number): () => Promise<void> {
  const interval = 1000 / perSecond;
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + interval;
    // Timers are too coarse for shorter waits, and the rate holds on average.
    if (at - now >= 5) await new Promise((resolve) => setTimeout(resolve, at - now));
  };
}
