import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeTables } from '#x12/checks/medical-code.ts';
import { codeTablesOf, type TableSources } from '#x12/codes/published/code-tables.ts';
import { type CompactTable, writeCompactTable } from '#x12/codes/published/compact-table.ts';
import { type TableKind, tableKinds } from '#x12/codes/published/published-list.ts';
import { UsageError } from './settings.ts';

/** Returns the code tables of a folder. A table is read when its first code is looked up. Throws UsageError. */
export function openTables(folder: string | undefined): CodeTables | undefined {
  if (folder === undefined) return undefined;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError('--tables must be a folder of x12 tables import');
  }
  const present = tableKinds.filter((kind) => existsSync(pathOf(folder, kind)));
  const sources: TableSources = Object.fromEntries(
    present.map((kind) => [kind, () => readFileSync(pathOf(folder, kind), 'utf8')]),
  );
  return codeTablesOf(sources);
}

/** Writes a table and returns its path. A table that exists is replaced at once, or stays unchanged after an error. */
export function storeTable(folder: string, table: CompactTable): string {
  mkdirSync(folder, { recursive: true });
  const path = pathOf(folder, table.kind);
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(unfinished, writeCompactTable(table), { flush: true });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return path;
}

const pathOf = (folder: string, kind: TableKind): string => join(folder, `${kind}.codes`);
