import type { Finding } from '#contract/claims/claim-records.ts';
import { severities } from '#contract/claims/claim-records.ts';

export type Severity = Finding['severity'];

/** Findings of one rule with one message, which differ in their place only. */
export interface FindingGroup {
  readonly key: string;
  readonly first: Finding;
  readonly places: readonly Finding[];
}

/** Groups findings by rule and message, the worst severity first. */
export function groupedFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = Map.groupBy(findings, ({ id, severity, message }) => `${severity} ${id} ${message}`);
  return [...groups]
    .flatMap(([key, places]) => (places[0] === undefined ? [] : [{ key, first: places[0], places }]))
    .toSorted((a, b) => severities.indexOf(a.first.severity) - severities.indexOf(b.first.severity));
}
