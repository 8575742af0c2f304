import { useEffect, useRef } from 'preact/hooks';

/**
 * Runs a read again and again while the page is in sight. The next run waits for the one before.
 *
 * @param milliseconds pause between two runs; undefined runs nothing
 */
export function useRepeated(read: () => Promise<void>, milliseconds: number | undefined): void {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (milliseconds === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    let isStopped = false;
    const wait = () => {
      if (!isStopped) timer = setTimeout(() => void run(), milliseconds);
    };
    const run = async () => {
      if (document.visibilityState === 'visible') await latest.current();
      wait();
    };
    wait();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [milliseconds]);
}
