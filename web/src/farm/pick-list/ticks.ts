import { useState } from 'preact/hooks';

/** Lines that the person has ticked off, and a function that turns a tick around. */
export interface Ticks {
  readonly has: (line: string) => boolean;
  readonly toggle: (line: string) => void;
}

/**
 * Ticks of the lines of a day. The tab remembers them over a reload, by ids only. Other people do not see them: an order
 * that is packed is marked as ready.
 */
export function useTicks(day: string): Ticks {
  const storageKey = `granary.ticks.${day}`;
  const [ticked, setTicked] = useState(() => ({ day, lines: read(storageKey) }));
  const lines = ticked.day === day ? ticked.lines : read(storageKey);
  return {
    has: (line) => lines.has(line),
    toggle: (line) => {
      const next = new Set(lines);
      if (!next.delete(line)) next.add(line);
      sessionStorage.setItem(storageKey, JSON.stringify([...next]));
      setTicked({ day, lines: next });
    },
  };
}

function read(storageKey: string): ReadonlySet<string> {
  const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
  return new Set(Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []);
}
