import type { Classification, Disposition, StatusInformation } from './model.ts';

const contract: ReadonlyMap<string, Classification> = new Map([
  ...all<Classification>('accepted', 'A1', 'A2', 'A3'),
  ...all<Classification>('rejected', 'A4', 'A6', 'A7'),
  ...all<Classification>('pended', 'A8', 'A9'),
  ...all<Classification>('paid', 'P1', 'P2', 'P3', 'P4', 'P5'),
]);

const standard: ReadonlyMap<string, Disposition> = new Map([
  ...all<Disposition>('accepted', 'A0', 'A1', 'A2', 'A5'),
  ...all<Disposition>('rejected', 'A3', 'A4', 'A6', 'A7', 'A8', 'F5'),
  ...all<Disposition>('pended', 'P0', 'P1', 'P2', 'P3', 'P4', 'P5'),
  ...all<Disposition>('finalized', 'F0', 'F3', 'F3F', 'F3N', 'F4'),
  ...all<Disposition>('paid', 'F1'),
  ...all<Disposition>('denied', 'F2'),
  ...all<Disposition>('error', 'E0', 'E1', 'E2', 'E3', 'E4'),
  ...all<Disposition>('not_found', 'D0'),
]);

/** Returns the class of a category in the table of the service contract. */
export function classify(category: string): Classification {
  return contract.get(category) ?? 'unknown';
}

/** Returns the disposition of one STC by 005010X214. STC03 U rejects with any category. */
export function dispositionOf({
  reasons,
  action,
}: Pick<StatusInformation, 'reasons' | 'action'>): Disposition {
  if (action === 'U') return 'rejected';
  const category = reasons[0]?.category ?? '';
  return standard.get(category) ?? (/^R/.test(category) ? 'action_needed' : 'unknown');
}

/** Returns the disposition of a claim: rejected for any rejection, else that of the last STC. */
export function dispositionOfAll(statuses: readonly StatusInformation[]): Disposition {
  if (statuses.some((status) => dispositionOf(status) === 'rejected')) return 'rejected';
  const last = statuses.at(-1);
  return last === undefined ? 'unknown' : dispositionOf(last);
}

/** True when both are known and differ. */
export function areInConflict(classification: Classification, disposition: Disposition): boolean {
  if (classification === 'unknown' || disposition === 'unknown') return false;
  return classification !== disposition;
}

/** True for STC03 U with an accepting category, or WQ with a rejecting one. */
export function contradicts({ reasons, action }: StatusInformation): boolean {
  const byCategory = standard.get(reasons[0]?.category ?? '');
  return (action === 'U' && byCategory === 'accepted') || (action === 'WQ' && byCategory === 'rejected');
}

function all<C>(value: C, ...categories: readonly string[]): [string, C][] {
  return categories.map((category) => [category, value]);
}
