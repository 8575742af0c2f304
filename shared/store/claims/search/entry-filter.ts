import type { SearchCriteria } from '#claims/search/criteria.ts';
import { foldedPcn } from '#claims/search/search-entries.ts';

/** The part of a query that leaves out entries of claims that cannot match, before they are sent. */
export interface EntryFilter {
  readonly FilterExpression?: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

type Condition = readonly [field: string, write: (name: string, value: string) => string, value: unknown];

const atLeast = (name: string, value: string) => `${name} >= ${value}`;
const atMost = (name: string, value: string) => `${name} <= ${value}`;
const equal = (name: string, value: string) => `${name} = ${value}`;
const beginning = (name: string, value: string) => `begins_with(${name}, ${value})`;

/** Conditions on the fields that entries repeat. Lanes, names and submissions are not among them. */
export function entryFilter(criteria: SearchCriteria): EntryFilter {
  const { pcn, billing_npis } = criteria;
  const conditions: Condition[] = [
    ['pcn', beginning, pcn === undefined ? undefined : foldedPcn(pcn)],
    ['payer_id', equal, criteria.payer_id],
    ['file_id', equal, criteria.file_id],
    ['total_charge', atLeast, criteria.amount_from],
    ['total_charge', atMost, criteria.amount_to],
    ['received_at', atLeast, criteria.received_from],
    ['received_at', atMost, criteria.received_to],
    ['service_to', atLeast, criteria.service_from],
    ['service_from', atMost, criteria.service_to],
  ];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const parts = conditions
    .filter(([, , value]) => value !== undefined)
    .map(([field, write, value], n) => {
      names[`#f${field}`] = field;
      values[`:f${n}`] = value;
      return write(`#f${field}`, `:f${n}`);
    });
  if (billing_npis !== undefined) {
    names['#fnpi'] = 'billing_npi';
    const listed = billing_npis.map((npi, n) => {
      values[`:npi${n}`] = npi;
      return `:npi${n}`;
    });
    parts.push(`#fnpi IN (${listed.join(', ')})`);
  }
  return { ...(parts.length > 0 && { FilterExpression: parts.join(' AND ') }), names, values };
}
