import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type AuditEntry, entryHash } from '#audit/entries/entry.ts';
import { entryKey, headKey } from '#store/audit/audit-keys.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { compiledCode } from '../../compiled-code.ts';

type Item = Record<string, unknown>;

/**
 * Changes a row of the chain without the service, or deletes it where the change returns undefined.
 *
 * @returns a function that restores the row
 */
export async function tamperWith(
  table: Table,
  row: number | 'HEAD',
  change: (item: Item) => Item | undefined,
): Promise<() => Promise<void>> {
  const Key = row === 'HEAD' ? headKey('main') : entryKey('main', row);
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
  const store = async (item: Item | undefined) => {
    if (item) await table.client.send(new PutCommand({ TableName: table.name, Item: { ...item, ...Key } }));
    else await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  };
  await store(change(Item ?? {}));
  return () => store(Item);
}

/** The change of a row by the newest entries of the log, and the first entry that contradicts the head. */
type HeadVariant = (newest: readonly [AuditEntry, AuditEntry, AuditEntry]) => {
  readonly row: number | 'HEAD';
  readonly change: Parameters<typeof tamperWith>[2];
  readonly first_bad_id: number;
};

/** Ways in which a head contradicts its chain, while every entry is as it was. */
export const headVariants: readonly (readonly [string, HeadVariant])[] = [
  [
    'moved back',
    ([, , third]) => ({
      row: 'HEAD',
      change: () => ({ sequence: third.id, hash: third.hash, created_at: third.created_at }),
      first_bad_id: third.id + 1,
    }),
  ],
  ['removed', () => ({ row: 'HEAD', change: () => undefined, first_bad_id: 1 })],
  ['unreadable', () => ({ row: 'HEAD', change: () => ({ sequence: 'many' }), first_bad_id: 1 })],
  [
    'followed by an entry',
    ([{ hash: prev_hash, ...last }]) => {
      const next = { ...last, id: last.id + 1, prev_hash };
      return { row: next.id, change: () => ({ ...next, hash: entryHash(next) }), first_bad_id: next.id };
    },
  ],
];

/** What `npm run audit -- verify` says about the export behind a link, and its exit status. */
export async function verdictOfCommand(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'granary-export-'));
  const file = join(folder, 'export.ndjson');
  writeFileSync(file, await (await fetch(url)).text());
  const { stdout, status } = spawnSync(process.execPath, ['bin/audit.ts', 'verify', file, '--json'], {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    encoding: 'utf8',
    env: { ...process.env, ...compiledCode, NODE_OPTIONS: '' },
  });
  rmSync(folder, { recursive: true });
  return { ...JSON.parse(stdout), status };
}
