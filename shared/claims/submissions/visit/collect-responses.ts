import { TransportFailed } from '../submission.ts';
import { type PassedOverCode, type PassedOverFile, passedOverMessages } from './visit.ts';

/** A file that a clearinghouse offers. */
export interface OfferedFile {
  readonly name: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modified_at: number;
}

/** What is remembered of a file: `noticed` once, to see whether it still grows, and `taken` into the inbox. */
export interface PickupRecord {
  readonly size: number;
  readonly modified_at: number;
  readonly state: 'noticed' | 'taken';
}

export interface PickupPorts {
  list(): Promise<readonly OfferedFile[]>;
  /** Reads as many bytes as the file had when it was listed, or fewer. */
  read(file: OfferedFile): Promise<Uint8Array>;
  /** Present only where files may be removed from the server. */
  readonly remove?: (name: string) => Promise<void>;
  seen(name: string): Promise<PickupRecord | undefined>;
  remember(name: string, file: PickupRecord): Promise<void>;
  putInInbox(name: string, bytes: Uint8Array): Promise<void>;
  /** Connects again after a connection was lost. @throws TransportFailed */
  reconnect(): Promise<void>;
  /** Whether the visit has to come to an end. */
  isTimeUp(): boolean;
  /** Names that the last visit passed over: they come last, so that they cannot use up the time of the others. */
  readonly passedOverBefore: ReadonlySet<string>;
}

export interface PickupResult {
  readonly taken: number;
  /** Seen for the first time, changed since, or left for the next visit. */
  readonly waiting: number;
  /** Files that cannot be taken, each with its reason. */
  readonly passed_over: readonly PassedOverFile[];
  /** What ended the visit early. */
  readonly failure?: TransportFailed;
}

/** Largest response in bytes: a visit holds one file in memory. */
const largestResponse = 100 * 1024 * 1024;

/** Connections that one visit may lose. A server that loses more is down. */
const mostLostConnections = 3;

/**
 * Takes responses from a clearinghouse into the inbox: each once, when two visits in a row have found it alike. A
 * visit that is cut off may put a file into the inbox twice, where its content is known by then. A file that cannot be
 * taken is passed over and reported, and those behind it are taken.
 *
 * @throws TransportFailed when the server cannot be listed
 */
export async function collectResponses(ports: PickupPorts): Promise<PickupResult> {
  const counts = { taken: 0, waiting: 0 };
  const passed_over: PassedOverFile[] = [];
  let lost = 0;
  for (const offered of inOrder(await ports.list(), ports.passedOverBefore)) {
    if (ports.isTimeUp()) {
      counts.waiting++;
      continue;
    }
    try {
      const reason = await collect(offered, ports, counts);
      if (reason !== undefined) passed_over.push(passedOver(offered, reason, false));
    } catch (error) {
      if (!(error instanceof FileFailed)) throw error;
      const { failure, isTaken } = error;
      const end = failure.code === 'interrupted' ? await connectAgain(ports, failure, ++lost) : undefined;
      if (end !== undefined) return { ...counts, passed_over, failure: end };
      passed_over.push(passedOver(offered, failure.code, isTaken));
    }
  }
  return { ...counts, passed_over };
}

/** One file may end the connection each time that it is read: the next connection goes on behind it. */
async function connectAgain(
  ports: PickupPorts,
  failure: TransportFailed,
  lost: number,
): Promise<TransportFailed | undefined> {
  if (lost > mostLostConnections) return failure;
  try {
    await ports.reconnect();
    return undefined;
  } catch (error) {
    if (error instanceof TransportFailed) return error;
    throw error;
  }
}

/** Takes one file as far as it can be taken; returns why it cannot. @throws FileFailed */
async function collect(
  offered: OfferedFile,
  ports: PickupPorts,
  counts: { taken: number; waiting: number },
): Promise<PassedOverCode | undefined> {
  const { name, size, modified_at } = offered;
  if (!isUsableName(name)) return 'unusable_name';
  if (size > largestResponse) return 'too_large';
  const seen = await ports.seen(name);
  const isSame = seen?.size === size && seen.modified_at === modified_at;
  if (!isSame || seen === undefined) {
    await ports.remember(name, { size, modified_at, state: 'noticed' });
    counts.waiting++;
    return undefined;
  }
  if (size === 0) return 'empty';
  if (seen.state === 'noticed') {
    const bytes = await ofFile(ports.read(offered), false);
    if (bytes.length !== size) {
      counts.waiting++;
      return undefined;
    }
    await ports.putInInbox(name, bytes);
    await ports.remember(name, { size, modified_at, state: 'taken' });
    counts.taken++;
  }
  if (ports.remove !== undefined) await ofFile(ports.remove(name), true);
  return undefined;
}

/** What the server refuses of one file; failures of our own stores are not caught. */
async function ofFile<Result>(request: Promise<Result>, isTaken: boolean): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    throw error instanceof TransportFailed ? new FileFailed(error, isTaken) : error;
  }
}

class FileFailed extends Error {
  readonly failure: TransportFailed;
  readonly isTaken: boolean;

  constructor(failure: TransportFailed, isTaken: boolean) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.isTaken = isTaken;
  }
}

const inOrder = (offered: readonly OfferedFile[], last: ReadonlySet<string>): readonly OfferedFile[] =>
  offered.toSorted((one, other) => Number(last.has(one.name)) - Number(last.has(other.name)));

const passedOver = ({ name, size }: OfferedFile, code: PassedOverCode, isTaken: boolean): PassedOverFile => ({
  name,
  size,
  code,
  message: isTaken ? `In the inbox, but not removed: ${passedOverMessages[code]}` : passedOverMessages[code],
});

/** File systems allow 255 bytes; a name that is no UTF-8 comes with U+FFFD and cannot be asked for. */
const isUsableName = (name: string): boolean =>
  Buffer.byteLength(name) <= 255 && !/[/\p{Cc}\uFFFD]/u.test(name);

/** A name that may come from a foreign system, as the last part of an object key. */
export const objectKeyPart = (name: string): string => name.replace(/[^\w.()-]/gu, '_').slice(0, 200) || '_';
