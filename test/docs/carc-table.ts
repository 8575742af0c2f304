import { type CarcRow, carcRows } from '#claims/remittances/carc.ts';

/** The table of adjustment reason codes of docs/claims.md, made from the rows that the code uses. `npm run tour -- tables` writes it. */
export function carcTable(): string {
  const rows = [...carcRows.values()];
  const alike = Map.groupBy(rows, ({ code, ...row }) => JSON.stringify(row));
  const cells = [...alike.values()].flatMap((list) => {
    const [row] = list;
    return row === undefined ? [] : [cellsOf(row, rangesOf(list.map(({ code }) => code)))];
  });
  const head = ['codes', 'groups', 'kind', 'line with nothing paid', 'meaning and source'];
  const lines = [head, ...cells].map((row) => `| ${row.join(' | ')} |`);
  return lines.toSpliced(1, 0, '|---'.repeat(head.length).concat('|')).join('\n');
}

/** Writes the table into the page in place of the earlier one. */
export const withCarcTable = (page: string): string =>
  page.replace(/^\| codes \| groups \|.*$(?:\n^\|.*$)*/m, () => carcTable());

const groupCount = 4;

const cellsOf = (row: CarcRow, codes: string): readonly string[] => [
  codes,
  row.groups.length === groupCount ? 'any' : row.groups.join(', '),
  row.kind,
  unpaid(row),
  row.source === 'list' ? 'the other published codes' : row.source.replace(/^list: /, ''),
];

/** What the code makes of a line with nothing paid. */
function unpaid({ kind, settles, bundled, reporting, forwards, notCovered }: CarcRow): string {
  if (kind === 'pended') return 'pended';
  if (forwards) return 'settled; pending if the claim has no other code';
  if (settles) return 'settled';
  if (bundled) return 'settled if another line is paid or settled';
  if (reporting) return 'no effect';
  if (notCovered) return 'denied, until another payer of the same level pays or settles';
  if (kind === 'duplicate') return 'denied, until another payer or decision pays';
  return kind === 'denial' ? 'denied' : 'denied if no other code denies it';
}

/** `1-3, 66, P24-P26`. */
function rangesOf(codes: readonly string[]): string {
  const runs: string[][] = [];
  for (const code of codes) {
    const run = runs.at(-1);
    if (run !== undefined && isNext(run.at(-1) ?? '', code)) run.push(code);
    else runs.push([code]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}-${run.at(-1)}` : run.join(', '))).join(', ');
}

function isNext(code: string, following: string): boolean {
  const [, prefix = '', number = ''] = /^([A-Z]*)(\d+)$/.exec(code) ?? [];
  return following === `${prefix}${Number(number) + 1}`;
}
