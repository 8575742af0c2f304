import { type TransportErrorCode, TransportFailed, transportErrors } from './transport.ts';

/** Reason for passing over a response: a check of the visit, or an error of the server. */
export type PassedOverCode = keyof typeof reasons | TransportErrorCode;

const reasons = {
  empty: 'The file is empty',
  too_large: 'The file is larger than 100 MB; upload it through POST /api/files',
  unusable_name: 'The name is longer than 255 bytes, has control characters or is not UTF-8',
} as const;

const passedOverMessages: Readonly<Record<PassedOverCode, string>> = {
  ...transportErrors,
  ...reasons,
};

export interface PassedOverFile {
  readonly name: string;
  readonly size: number;
  readonly code: PassedOverCode;
  readonly message: string;
}

export interface ServerVisit {
  readonly at: string;
  readonly taken: number;
  readonly waiting: number;
  /** The first 200, because DynamoDB limits items to 400 kB. */
  readonly passed_over: readonly PassedOverFile[];
  readonly passed_over_count: number;
  readonly error?: { readonly code: TransportErrorCode; readonly message: string };
}

const maxPassedOver = 200;

export function visitRecord({ taken, waiting, passed_over, failure }: PickupResult, now: Date): ServerVisit {
  return {
    at: now.toISOString(),
    taken,
    waiting,
    passed_over: passed_over.slice(0, maxPassedOver).map((one) => ({ ...one, name: shownName(one.name) })),
    passed_over_count: passed_over.length,
    ...(failure && { error: { code: failure.code, message: failure.message } }),
  };
}

/** File names come from a foreign system, so control characters are replaced. */
const shownName = (name: string): string => name.replace(/\p{Cc}/gu, '?').slice(0, 255);

export interface OfferedFile {
  readonly name: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modified_at: number;
}

/** Stored record of a file: `noticed` at its first visit, to see whether it still grows, and `taken` into the inbox. */
export interface PickupRecord {
  readonly size: number;
  readonly modified_at: number;
  readonly state: 'noticed' | 'taken';
}

export interface PickupPorts {
  list(): Promise<readonly OfferedFile[]>;
  /** Reads at most as many bytes as the file had when it was listed. */
  read(file: OfferedFile): Promise<Uint8Array>;
  /** Absent where files must stay on the server. */
  readonly remove?: (name: string) => Promise<void>;
  findRecord(name: string): Promise<PickupRecord | undefined>;
  saveRecord(name: string, file: PickupRecord): Promise<void>;
  putInInbox(name: string, bytes: Uint8Array): Promise<void>;
  /** Connects again after a lost connection. @throws TransportFailed */
  reconnect(): Promise<void>;
  isTimeUp(): boolean;
  /** Names that the last visit passed over. They come last, so that they cannot use up the time of the others. */
  readonly passedOverBefore: ReadonlySet<string>;
}

export interface PickupResult {
  readonly taken: number;
  /** Files that are new, that have changed since the last visit, or that are left for the next one. */
  readonly waiting: number;
  readonly passed_over: readonly PassedOverFile[];
  readonly failure?: TransportFailed;
}

/** Maximum bytes of a response, because a visit holds one file in memory. */
const maxResponseBytes = 100 * 1024 * 1024;

/** Maximum connections that one visit may lose. A server that loses more is down. */
const maxLostConnections = 3;

/**
 * Takes each response once from a clearinghouse into the inbox, when two visits in a row found it unchanged. An
 * interrupted visit may put a file into the inbox twice; the intake recognizes its bytes. A file that cannot be taken is
 * passed over and reported.
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
      const end = failure.code === 'interrupted' ? await reconnect(ports, failure, ++lost) : undefined;
      if (end !== undefined) return { ...counts, passed_over, failure: end };
      passed_over.push(passedOver(offered, failure.code, isTaken));
    }
  }
  return { ...counts, passed_over };
}

/** Connects again, so that the visit can continue with the next file. Returns the failure that ends the visit. */
async function reconnect(
  ports: PickupPorts,
  failure: TransportFailed,
  lost: number,
): Promise<TransportFailed | undefined> {
  if (lost > maxLostConnections) return failure;
  try {
    await ports.reconnect();
    return undefined;
  } catch (error) {
    if (error instanceof TransportFailed) return error;
    throw error;
  }
}

/** Takes one file if possible; returns the reason for passing it over. @throws FileFailed */
async function collect(
  offered: OfferedFile,
  ports: PickupPorts,
  counts: { taken: number; waiting: number },
): Promise<PassedOverCode | undefined> {
  const { name, size, modified_at } = offered;
  if (!isUsableName(name)) return 'unusable_name';
  if (size > maxResponseBytes) return 'too_large';
  const record = await ports.findRecord(name);
  if (record === undefined || record.size !== size || record.modified_at !== modified_at) {
    await ports.saveRecord(name, { size, modified_at, state: 'noticed' });
    counts.waiting++;
    return undefined;
  }
  if (size === 0) return 'empty';
  if (record.state === 'noticed') {
    const bytes = await ofFile(ports.read(offered), false);
    if (bytes.length !== size) {
      counts.waiting++;
      return undefined;
    }
    await ports.putInInbox(name, bytes);
    await ports.saveRecord(name, { size, modified_at, state: 'taken' });
    counts.taken++;
  }
  if (ports.remove !== undefined) await ofFile(ports.remove(name), true);
  return undefined;
}

/** Marks a failed request to the server as a failure of one file. Failures of our own stores pass through. */
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

/** File systems allow 255 bytes. A name that is not UTF-8 is listed with U+FFFD and cannot be requested. */
const isUsableName = (name: string): boolean =>
  Buffer.byteLength(name) <= 255 && !/[/\p{Cc}\uFFFD]/u.test(name);

/** Returns a name of a foreign system in a form that can end an object key. */
export const objectKeyPart = (name: string): string => name.replace(/[^\w.()-]/gu, '_').slice(0, 200) || '_';
