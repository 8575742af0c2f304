/** A part of a shown document. Texts are plain: each page renders them safely. */
export type Block = Heading | Facts | Table | Fault;

/** 1 file, 2 envelope or transaction set, 3 claim or provider. */
export interface Heading {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3;
  readonly text: string;
}

/** Labels with their values, in order. */
export interface Facts {
  readonly kind: 'facts';
  readonly facts: readonly Fact[];
}

export type Fact = readonly [label: string, value: string];

export interface Table {
  readonly kind: 'table';
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

export interface TableColumn {
  readonly title: string;
  /** Amounts and counts are aligned at their end. */
  readonly isNumber?: boolean;
}

export interface TableRow {
  readonly cells: readonly string[];
  readonly isFault?: boolean;
}

/** A fault of the file with its place. */
export interface Fault {
  readonly kind: 'fault';
  readonly text: string;
  readonly place?: string;
}

/** Renders the blocks of a document one after the other. */
export interface Page {
  /** The text before the first block. */
  start(title: string): string;
  block(block: Block): string;
  /** The text after the last block. */
  end(): string;
}

export const heading = (level: Heading['level'], text: string): Heading => ({ kind: 'heading', level, text });

/** Leaves out facts without a value. */
export function facts(...all: readonly (readonly [label: string, value: string | undefined])[]): Facts {
  const present = all.flatMap(([label, value]): Fact[] =>
    value === undefined || value === '' ? [] : [[label, value]],
  );
  return { kind: 'facts', facts: present };
}

/** Titles that end with `#` are those of numbers. Leaves out columns without a value. */
export function table(caption: string, titles: readonly string[], rows: readonly TableRow[]): Table {
  const used = titles.map((_, c) => rows.some(({ cells }) => (cells[c] ?? '') !== ''));
  const columns = titles
    .filter((_, c) => used[c])
    .map((title) => (title.endsWith('#') ? { title: title.slice(0, -1), isNumber: true } : { title }));
  const shown = rows.map((row) => ({ ...row, cells: row.cells.filter((_, c) => used[c]) }));
  return { kind: 'table', caption, columns, rows: shown };
}

/** Returns the blocks that have content. */
export function withContent(blocks: readonly Block[]): Block[] {
  return blocks.filter((block) => {
    if (block.kind === 'facts') return block.facts.length > 0;
    return block.kind !== 'table' || block.rows.length > 0;
  });
}
