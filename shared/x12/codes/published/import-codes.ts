import { readAdjustmentCodes } from './adjustment-codes.ts';
import type { CompactTable } from './compact-table.ts';
import { readHcpcs } from './hcpcs.ts';
import { readIcd10cm } from './icd10cm.ts';
import { readPlacesOfService } from './place-of-service.ts';
import {
  CodeListError,
  dayBefore,
  type PublishedCode,
  type PublishedFile,
  type PublishedList,
  type TableKind,
} from './published-list.ts';
import { readTaxonomy } from './taxonomy.ts';

const readers: Readonly<Record<TableKind, (file: PublishedFile) => PublishedList>> = {
  icd10cm: readIcd10cm,
  hcpcs: readHcpcs,
  pos: readPlacesOfService,
  taxonomy: readTaxonomy,
  carc: (file) => readAdjustmentCodes(file, 'carc'),
  rarc: (file) => readAdjustmentCodes(file, 'rarc'),
};

/**
 * Imports the files of one kind. A code of an edition is in force until the day before the next edition that lacks the code;
 * the last edition has no end. In other lists the rows of the newest file replace those of earlier files. Throws
 * CodeListError for a file that is not a list of this kind.
 */
export function importCodes(kind: TableKind, files: readonly PublishedFile[]): CompactTable {
  const lists = files.map((file) => readList(kind, file));
  lists.sort((one, other) => compareText(one.since ?? '', other.since ?? ''));
  const isEdition = lists.some((list) => list.isEdition);
  const codes = isEdition ? editionCodes(lists) : newestCodes(lists);
  codes.sort(
    (one, other) => compareText(one.code, other.code) || compareText(one.from ?? '', other.from ?? ''),
  );
  return { kind, since: lists[0]?.since, codes };
}

function readList(kind: TableKind, file: PublishedFile): PublishedList {
  const list = readers[kind](file);
  if (list.codes.length === 0) throw new CodeListError(file.name, 1, 'The file has no codes');
  return list;
}

function newestCodes(lists: readonly PublishedList[]): PublishedCode[] {
  const rows = new Map<string, PublishedCode[]>();
  for (const list of lists) {
    const ofList = new Map<string, PublishedCode[]>();
    for (const row of list.codes) ofList.set(row.code, [...(ofList.get(row.code) ?? []), row]);
    for (const [code, periods] of ofList) rows.set(code, periods);
  }
  return [...rows.values()].flat();
}

function editionCodes(lists: readonly PublishedList[]): PublishedCode[] {
  const closed: PublishedCode[] = [];
  let open = new Map<string, PublishedCode>();
  for (const [i, { since, codes }] of lists.entries()) {
    // Two files may be of one edition, such as codes and order file.
    const isSame = i > 0 && lists[i - 1]?.since === since;
    const next = isSame ? new Map(open) : new Map<string, PublishedCode>();
    for (const row of codes) {
      // The first edition does not state when its codes began.
      const begun = since === lists[0]?.since ? row.from : later(row.from, since);
      const from = open.has(row.code) ? open.get(row.code)?.from : begun;
      next.set(row.code, { ...row, from });
    }
    const end = since === undefined ? undefined : dayBefore(since);
    for (const [code, row] of open) if (!next.has(code)) closed.push({ ...row, to: earlier(row.to, end) });
    open = next;
  }
  return [...closed, ...open.values()];
}

function later(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}

function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
