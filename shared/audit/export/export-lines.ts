import * as z from 'zod';
import { type Checkpoint, checkpoint } from '../checkpoints/checkpoint.ts';

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
  /** Null when the stored head is not readable. */
  head: z
    .strictObject({ sequence: z.int().nonnegative(), hash: z.string(), created_at: z.string() })
    .nullable(),
  /** The first row that follows the head, if the range reaches the head. A sound chain has none. */
  beyond: z.strictObject({ id: z.int().nullable(), entry: z.unknown() }).nullable(),
});
export type ExportEnd = z.output<typeof end>;

const line = z.union([
  z.strictObject({ chain: header }),
  z.strictObject({ checkpoint }),
  // Verification checks the content.
  z.strictObject({ entry: z.unknown() }),
  z.strictObject({ end }),
]);
export type ExportLine = z.output<typeof line>;

/** One line of an export; undefined for any other text. */
export const readExportLine = (text: string): ExportLine | undefined => readJson(line, text);

const checkpointPage = z.object({ data: z.array(checkpoint) });

/** A page of checkpoints as the API returns it; undefined for any other text. */
export const readCheckpointPage = (text: string): { readonly data: Checkpoint[] } | undefined =>
  readJson(checkpointPage, text);

function readJson<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Lines of a text in pieces. Only a line feed ends a line, because JSON text may contain a plain U+2028. */
export async function* ndjsonLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * The three parts of an export as NDJSON: the chain with its checkpoints, pages of entries, and the end. Each line is an
 * object with one member that names its kind.
 */
export const exportText = {
  begin: (header: ExportHeader, checkpoints: readonly Checkpoint[]): string =>
    text([{ chain: header }, ...checkpoints.map((checkpoint) => ({ checkpoint }))]),
  /** A damaged entry is written as it is stored, so that the verifier detects it. */
  entries: (entries: readonly unknown[]): string => text(entries.map((entry) => ({ entry }))),
  end: (end: ExportEnd): string => text([{ end }]),
};

const text = (lines: readonly ExportLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
