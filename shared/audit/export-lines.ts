import * as z from 'zod';
import type { ChainHead } from './chain.ts';
import { type Checkpoint, checkpoint } from './checkpoint.ts';
import type { AuditEntry } from './entry.ts';

/** First line of an export. */
const header = z.strictObject({
  format: z.literal('granary-audit-1'),
  id: z.string().min(1),
  from: z.int().positive(),
  to: z.int().nonnegative(),
  exported_at: z.iso.datetime(),
  /** PEM of the key that signed the checkpoints. */
  public_key: z.string(),
});
export type ExportHeader = z.output<typeof header>;

const end = z.strictObject({
  entries: z.int().nonnegative(),
  checkpoints: z.int().nonnegative(),
  head: z.strictObject({ sequence: z.int().nonnegative(), hash: z.string(), created_at: z.string() }),
});
export type ExportEnd = z.output<typeof end>;

const line = z.union([
  z.strictObject({ chain: header }),
  z.strictObject({ checkpoint }),
  // Judged by verification, whatever it holds.
  z.strictObject({ entry: z.unknown() }),
  z.strictObject({ end }),
]);
export type ExportLine = z.output<typeof line>;

/** One line of an export, or undefined when it is none. */
export function readExportLine(text: string): ExportLine | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Lines of a text that comes in pieces. Only a line feed ends a line: JSON text may hold U+2028 as it is. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** What an export is made of. */
export interface ExportSource {
  readonly header: ExportHeader;
  readonly head: ChainHead;
  readonly checkpoints: readonly Checkpoint[];
  /** Pages of the entries `from` to `to`, in order. */
  readonly entries: AsyncIterable<readonly AuditEntry[]>;
}

/**
 * An export as NDJSON, page by page: a line each for the chain, its checkpoints, its entries and the end. Each
 * line is an object with one member, whose name says what it holds.
 */
export async function* exportText({
  header,
  head,
  checkpoints,
  entries,
}: ExportSource): AsyncGenerator<string> {
  const inRange = checkpoints.filter(({ sequence }) => sequence >= header.from && sequence <= header.to);
  yield text([{ chain: header }, ...inRange.map((checkpoint) => ({ checkpoint }))]);
  let count = 0;
  for await (const page of entries) {
    count += page.length;
    yield text(page.map((entry) => ({ entry })));
  }
  yield text([{ end: { entries: count, checkpoints: inRange.length, head } }]);
}

const text = (lines: readonly ExportLine[]): string =>
  lines.map((each) => `${JSON.stringify(each)}\n`).join('');
