import { api } from '#web/api/api.ts';
import type { LineFault } from '#web/farm/csv/import-report.tsx';
import { splitCsv } from '#web/farm/csv/split-csv.ts';
import { untilDone } from '#web/farm/csv/until-done.ts';

/** What happens to members that a known contact already has. */
export type MatchRule = 'fill' | 'overwrite';

/** What an import of contacts did, or would do. */
export interface ContactsReport {
  readonly isCheck: boolean;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly faults: readonly LineFault[];
}

/** A request takes a file of up to 240,000 characters. */
const maxPartLength = 200_000;

/** Imports a file of any length, part by part, or checks it without a change. */
export async function importContacts(
  brandId: string,
  csv: string,
  rules: {
    readonly onMatch: MatchRule;
    readonly consentSource: string | undefined;
    readonly isCheck: boolean;
  },
  signal: AbortSignal,
): Promise<ContactsReport> {
  let report: ContactsReport = {
    isCheck: rules.isCheck,
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    faults: [],
  };
  for (const part of splitCsv(csv, maxPartLength)) {
    const started = await api('POST /api/v1/contact-imports', {
      brand_id: brandId,
      csv: part.csv,
      on_match: rules.onMatch,
      consent_source: rules.consentSource,
      dry_run: rules.isCheck,
    });
    const done = await untilDone(started, {
      isDone: ({ status }) => status === 'finished',
      read: () => api('GET /api/v1/contact-imports/{id}', { id: started.id }),
      signal,
    });
    const faults = done.faults.map(({ line, column, message }) => ({
      line: line + part.lineOffset,
      column,
      reason: message,
    }));
    report = {
      isCheck: rules.isCheck,
      created: report.created + done.created,
      updated: report.updated + done.updated,
      unchanged: report.unchanged + done.unchanged,
      failed: report.failed + done.failed,
      faults: [...report.faults, ...faults],
    };
  }
  return report;
}
