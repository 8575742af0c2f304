import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { importCodes } from '#x12/codes/published/import-codes.ts';
import {
  isoDay,
  type PublishedFile,
  type TableKind,
  tableKinds,
} from '#x12/codes/published/published-list.ts';
import { writeOutput } from './output.ts';
import { type ExitCode, type Settings, UsageError } from './settings.ts';
import { storeTable } from './table-folder.ts';

/** Imports published code lists into a folder of tables, and writes what it imported as JSON. */
export async function tables({ files, kind: name, output, since: day }: Settings): Promise<ExitCode> {
  const [action, ...lists] = files;
  if (action !== 'import') throw new UsageError('Unknown action; use x12 tables import');
  if (lists.length === 0) throw new UsageError('x12 tables import needs a FILE');
  if (output === undefined) throw new UsageError('--output must be the folder of the tables');
  const since = day === undefined ? undefined : isoDay(day);
  if (day !== undefined && since === undefined) throw new UsageError('--since must be an ISO date');
  const table = importCodes(
    kindOf(name),
    lists.map((list) => publishedFile(list, since)),
  );
  const path = storeTable(output, table);
  const codes = new Set(table.codes.map(({ code }) => code)).size;
  await writeOutput(`${JSON.stringify({ table: path, kind: table.kind, codes, since: table.since })}\n`);
  return 0;
}

function publishedFile(path: string, since: string | undefined): PublishedFile {
  return { name: basename(path), text: readFileSync(path, 'latin1'), since };
}

function kindOf(name: string | undefined): TableKind {
  const kind = tableKinds.find((one) => one === name);
  if (kind === undefined) throw new UsageError(`--kind must be one of ${tableKinds.join(', ')}`);
  return kind;
}
