import type { AgingRow, CleanClaimsRow, DaysToPayRow, DenialRow } from '#claims/reports/contract.ts';

/** What all figures are limited to. */
export interface FigureFilter {
  readonly payer_id?: string;
  readonly billing_npi?: string;
  readonly service_from?: string;
  readonly service_to?: string;
}

/** All figures of one selection. */
export interface AllFigures {
  readonly aging: readonly AgingRow[];
  readonly denials: readonly DenialRow[];
  readonly days: readonly DaysToPayRow[];
  readonly clean: readonly CleanClaimsRow[];
}
