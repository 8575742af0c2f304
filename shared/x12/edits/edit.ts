import type { Severity, SnipType } from '../findings/finding.ts';

/** A check with a stable id. The message states the fault and the remedy, without values of a file. */
export interface Edit {
  readonly id: string;
  readonly snip: SnipType;
  readonly severity: Severity;
  readonly message: string;
}

type Row = readonly [id: string, snip: SnipType, severity: Severity, message: string];

export function editTable(rows: readonly Row[]): readonly Edit[] {
  return rows.map(([id, snip, severity, message]) => ({ id, snip, severity, message }));
}
