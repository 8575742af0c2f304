import { TransportFailed } from './submission.ts';

/** A file that a clearinghouse offers. */
export interface OfferedFile {
  readonly name: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modified_at: number;
}

/** What is remembered of a file: `noticed` once, to see whether it still grows, and `taken` into the inbox. */
export interface SeenFile {
  readonly size: number;
  readonly modified_at: number;
  readonly state: 'noticed' | 'taken';
}

export interface ResponsePorts {
  list(): Promise<readonly OfferedFile[]>;
  read(name: string): Promise<Uint8Array>;
  /** Present only where files may be removed from the server. */
  readonly remove?: (name: string) => Promise<void>;
  seen(name: string): Promise<SeenFile | undefined>;
  remember(name: string, file: SeenFile): Promise<void>;
  putInInbox(name: string, bytes: Uint8Array): Promise<void>;
}

export interface Collected {
  readonly taken: number;
  /** Seen for the first time, or changed since: they are taken when they are the same the next time. */
  readonly waiting: number;
  /** The server does not give or remove them: they are gone by now, or not ours to touch. */
  readonly refused: number;
}

/**
 * Takes responses from a clearinghouse into the inbox: each once, when two visits in a row have found it alike. A
 * visit that is cut off may put a file into the inbox twice, where its content is known by then. A file that the server
 * refuses keeps none of the others back.
 *
 * @throws TransportFailed when there is no talking to the server any more
 */
export async function collectResponses(ports: ResponsePorts): Promise<Collected> {
  const counts = { taken: 0, waiting: 0, refused: 0 };
  for (const offered of await ports.list()) {
    try {
      await collect(offered, ports, counts);
    } catch (error) {
      if (!(error instanceof TransportFailed) || error.code !== 'refused') throw error;
      counts.refused++;
    }
  }
  return counts;
}

async function collect(
  { name, size, modified_at }: OfferedFile,
  ports: ResponsePorts,
  counts: { taken: number; waiting: number },
): Promise<void> {
  const seen = await ports.seen(name);
  const isSame = seen?.size === size && seen.modified_at === modified_at;
  if (!isSame || seen === undefined) {
    await ports.remember(name, { size, modified_at, state: 'noticed' });
    counts.waiting++;
    return;
  }
  if (seen.state === 'noticed') {
    const bytes = await ports.read(name);
    if (bytes.length !== size) return;
    await ports.putInInbox(name, bytes);
    await ports.remember(name, { size, modified_at, state: 'taken' });
    counts.taken++;
  }
  await ports.remove?.(name);
}

/** A name that may come from a foreign system, as the last part of an object key. */
export const keyPartOf = (name: string): string => name.replace(/[^\w.()-]/gu, '_').slice(0, 200) || '_';
