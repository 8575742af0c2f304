import { type Checkpoint, signCheckpoint } from '#audit/checkpoints/checkpoint.ts';
import {
  type ChainHead,
  type EntryDraft,
  emptyHead,
  headAfter,
  linkEntries,
  prepareDraft,
} from '#audit/entries/chain.ts';
import type { AuditEntry } from '#audit/entries/entry.ts';
import { exportText } from '#audit/export/export-lines.ts';
import { newSigningKey } from '../memory-chain.ts';

/** A chain in memory, its checkpoints, and their key. */
export interface SampleChain {
  readonly entries: readonly AuditEntry[];
  readonly head: ChainHead;
  readonly checkpoints: readonly Checkpoint[];
  readonly key: ReturnType<typeof newSigningKey>;
}

/** A chain of `drafts`, signed at the given ids. */
export async function newChain(
  drafts: readonly EntryDraft[],
  signedAt: readonly number[],
): Promise<SampleChain> {
  const key = newSigningKey();
  const entries = linkEntries(drafts.map(prepareDraft), emptyHead, new Date('2026-11-20T09:30:00Z'));
  const checkpoints = await Promise.all(
    entries
      .filter(({ id }) => signedAt.includes(id))
      .map((entry) =>
        signCheckpoint(key, 'main', headAfter(emptyHead, [entry]), new Date('2026-11-20T10:00:00Z')),
      ),
  );
  return { entries, head: headAfter(emptyHead, entries), checkpoints, key };
}

/** The lines of an export of the chain, or of a part of it. */
export function exportOf({ entries, head, checkpoints, key }: SampleChain, from = 1, to = head.sequence) {
  const part = entries.slice(from - 1, to);
  const header = {
    format: 'granary-audit-1' as const,
    id: 'main',
    from,
    to,
    exported_at: '2026-11-20T11:00:00.000Z',
    public_key: key.pem,
  };
  const signed = checkpoints.filter(({ sequence }) => sequence >= from && sequence <= to);
  const text = [
    exportText.begin(header, signed),
    exportText.entries(part.slice(0, 7)),
    exportText.entries(part.slice(7)),
    exportText.end({ entries: part.length, checkpoints: signed.length, head, beyond: null }),
  ];
  return text.join('').trimEnd().split('\n');
}

export async function* asyncValues<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
  yield* values;
}

export async function allOf<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}
