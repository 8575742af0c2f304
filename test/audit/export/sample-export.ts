import { beforeAll } from '@jest/globals';
import { type VerifyExportOptions, verifyExport } from '#audit/export/verify-export.ts';
import { asyncValues, exportOf, newChain, type SampleChain } from './exported-chain.ts';

/** Texts that are difficult for line splitting, escaping and programs in other languages. */
const actors = [
  'plain',
  'josé',
  'jose\u0301',
  '😀',
  'a\u2028b',
  'quote "',
  'back\\slash',
  'tab\tbell\u0007',
  '\u0000',
];

export const length = 45;
export let chain: SampleChain;
export let lines: string[];
beforeAll(async () => {
  const drafts = Array.from({ length }, (_, n) => ({
    event_type: 'claim.rejected',
    entity_type: 'claim',
    entity_id: `claim-${n}`,
    actor: actors[n % actors.length] ?? '',
    payload: { n, note: `\u001f ${actors[n % actors.length]} \ud800`, '\ufb33': 1, '😀': 2 },
  }));
  chain = await newChain(drafts, [10, 30]);
  lines = exportOf(chain);
});

export const verify = (changed: Iterable<string>, options: VerifyExportOptions = {}) =>
  verifyExport(asyncValues(changed), options);
export const lineOf = (id: number) => 2 + id;
export const headAt = (sequence: number) =>
  lines.with(-1, JSON.stringify({ end: { ...endOf(), head: { ...chain.head, sequence } } }));
const endOf = () => JSON.parse(lines.at(-1) ?? '').end;
export const changedLine = (id: number, change: (entry: Record<string, unknown>) => unknown) =>
  lines.with(lineOf(id), JSON.stringify({ entry: change(JSON.parse(lines[lineOf(id)] ?? '').entry) }));
