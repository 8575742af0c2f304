import type { Buffer } from 'node:buffer';
import { pack } from '../reader/segment.ts';
import { packBytes } from '../reader/segment-bytes.ts';
import { IdTable } from '../values/id-table.ts';
import type { CodeList } from './code-list.ts';

/** Up to this number of codes, a linear search is faster than a hash. */
const few = 8;

/** Membership of a byte range in a code list, without making a string for codes of up to four bytes. */
export class CodeTable {
  private readonly few: readonly number[];
  private readonly many: IdTable | undefined;
  private readonly long: ReadonlySet<string> | undefined;
  private readonly isPlain: boolean;
  private readonly shortest: number;
  private readonly longest: number;

  constructor(list: CodeList) {
    const all = [...list.entries.keys()];
    this.isPlain = all.every((code) => /^[A-Za-z0-9]+$/.test(code));
    this.shortest = Math.min(...all.map(({ length }) => length));
    this.longest = Math.max(...all.map(({ length }) => length));
    const short = all.filter((code) => code.length <= 4).map(pack);
    const long = all.filter((code) => code.length > 4);
    this.few = short.length > few ? [] : short;
    this.many = short.length > few ? tableOf(short) : undefined;
    this.long = long.length > 0 ? new Set(long) : undefined;
  }

  /** True if each code has letters and digits only, and a length within these limits. */
  hasPlainCodes(min: number, max: number): boolean {
    return this.isPlain && this.shortest >= min && this.longest <= max;
  }

  has(bytes: Buffer, start: number, end: number): boolean {
    if (end - start > 4) return this.long?.has(bytes.toString('latin1', start, end)) ?? false;
    const packed = packBytes(bytes, start, end);
    if (this.many !== undefined) return this.many.get(packed) >= 0;
    const { few } = this;
    for (let i = 0; i < few.length; i++) if (few[i] === packed) return true;
    return false;
  }
}

function tableOf(ids: readonly number[]): IdTable {
  const table = new IdTable(Math.ceil(Math.log2(ids.length + 1)) + 1);
  for (const id of ids) table.add(id);
  return table;
}

const tables = new Map<CodeList, CodeTable>();

/** Returns the cached table of a list. */
export function codeTable(list: CodeList): CodeTable {
  const known = tables.get(list);
  if (known !== undefined) return known;
  const made = new CodeTable(list);
  tables.set(list, made);
  return made;
}
