import { type Checkpoint, checkpointVerifier, signedHashesOf } from '../checkpoints/checkpoint.ts';
import { emptyHead, headAfter } from '../entries/chain.ts';
import { expectedHash, readEntry, unknownMembers } from '../entries/entry.ts';
import {
  type ChainEnd,
  ChainWalk,
  type Fault,
  fault,
  faultAtEnd,
  faultFields,
} from '../verification/chain-walk.ts';
import type { Verification } from '../verification/verify-chain.ts';
import { type ExportEnd, type ExportHeader, type ExportLine, readExportLine } from './export-lines.ts';

/** The file is not an export. The message names the first line that does not belong to one. */
export class NotAnExport extends Error {
  constructor(lineNumber: number) {
    super(`Line ${lineNumber} is not a line of an audit export`);
    this.name = 'NotAnExport';
  }
}

export interface ExportVerification extends Verification {
  readonly header: ExportHeader;
  /** The newest checkpoint with a valid signature in the verified range. */
  readonly last_checkpoint: Checkpoint | null;
}

export interface VerifyExportOptions {
  /** PEM of the key that the auditor trusts; by default the key in the file. */
  readonly publicKey?: string | undefined;
  /** Further checkpoints of the auditor. */
  readonly checkpoints?: readonly Checkpoint[];
}

/**
 * Verifies an export from its lines and a public key alone.
 *
 * @throws NotAnExport
 */
export async function verifyExport(
  lines: AsyncIterable<string>,
  { publicKey, checkpoints: known = [] }: VerifyExportOptions = {},
): Promise<ExportVerification> {
  const next = numbered(lines);
  let { line, number, over } = await next();
  if (!line || !('chain' in line)) throw new NotAnExport(number);
  const header = line.chain;
  const isValid = checkpointVerifier(header.id, publicKey ?? header.public_key);
  const checkpoints: Checkpoint[] = [...known];
  for (
    { line, number, over } = await next();
    line && 'checkpoint' in line;
    { line, number, over } = await next()
  ) {
    checkpoints.push(line.checkpoint);
  }
  if (!line && !over) throw new NotAnExport(number);
  const witness = signedHashesOf(checkpoints, isValid);
  const walk = new ChainWalk(header.from, witness);
  let found: Fault | undefined;
  // An unreadable line among the entries is a damaged entry.
  for (; !over && !found && (!line || 'entry' in line); { line, number, over } = await next()) {
    found = walk.take(rowOf(line?.entry, walk.next));
  }
  if (!found && line && !('end' in line)) throw new NotAnExport(number);
  const end = line && 'end' in line ? line.end : undefined;
  found ??=
    walk.end(end?.head?.hash) ??
    checkCounts(walk, header, end, checkpoints.length - known.length) ??
    (end && faultAtEnd({ ...endOf(end), from: header.from, last: walk.last, witness }));
  if (!found && !(await next()).over) {
    found = fault(walk.next, 'unexpected_entry', 'The file continues after its end');
  }
  const sound = found ? Math.min(walk.next, found.first_bad_id) - 1 : walk.next - 1;
  const agreed = checkpoints.filter(
    (signed) => signed.sequence >= header.from && signed.sequence <= sound && isValid(signed),
  );
  return {
    ...faultFields(found),
    checked: Math.max(0, sound - header.from + 1),
    from: header.from,
    to: sound,
    complete: true,
    head: end?.head ?? null,
    last: !found && walk.last ? headAfter(emptyHead, [walk.last]) : null,
    checkpoints: new Set(agreed.map(({ sequence }) => sequence)).size,
    header,
    last_checkpoint: agreed.toSorted((a, b) => a.sequence - b.sequence).at(-1) ?? null,
  };
}

/** An entry's own id is its place in a file, unless its hash is that of the next place. */
function rowOf(record: unknown, next: number) {
  const entry = readEntry(record);
  if (!entry) return { id: next, entry };
  const belongsHere = entry.id === next || expectedHash({ ...entry, id: next }) === entry.hash;
  return { id: belongsHere ? next : entry.id, entry, unknown: unknownMembers(record) };
}

/** The head, and the row that follows it. */
const endOf = ({ head, beyond }: ExportEnd): Pick<ChainEnd, 'head' | 'beyond'> => ({
  head,
  beyond: beyond ? { id: beyond.id ?? undefined, entry: readEntry(beyond.entry) } : undefined,
});

/** @param held number of checkpoints in the file */
function checkCounts(
  { next, last }: ChainWalk,
  { from, to }: ExportHeader,
  end: ExportEnd | undefined,
  held: number,
): Fault | undefined {
  if (next <= to || !end) return fault(next, 'truncated_end', `The file ends before entry ${next}`);
  // A range that begins after its end, or after the chain, has no entries.
  if (last && last.id > to) {
    return fault(to + 1, 'unexpected_entry', `The file should end with entry ${to}`);
  }
  if (end.entries !== next - from) {
    return fault(next, 'truncated_end', `The file should contain ${end.entries} entries`);
  }
  if (end.checkpoints !== held) {
    return fault(next, 'truncated_end', `The file should contain ${end.checkpoints} checkpoints`);
  }
  return undefined;
}

/** Reads and counts lines. An unreadable line is undefined. */
function numbered(lines: AsyncIterable<string>) {
  const source = lines[Symbol.asyncIterator]();
  let number = 0;
  return async (): Promise<{ line: ExportLine | undefined; number: number; over: boolean }> => {
    number += 1;
    const { value, done = false } = await source.next();
    return { line: done ? undefined : readExportLine(value), number, over: done };
  };
}
