import { dispositionOf } from '#x12/277ca/classification.ts';
import type { Classification, Disposition, StatusInformation } from '#x12/277ca/types.ts';
import type { Trigger } from '../../claim/lifecycle.ts';

/**
 * How statuses of a payer are read: by the table of the service contract, or by what the categories mean in the
 * standard (code source 507). Chosen in the 277CA block of the payer's configuration.
 */
export interface StatusPolicy {
  readonly reading: 'contract' | 'standard';
  /** IANA zone in which the payer writes days and times; undefined where none is configured. */
  readonly timeZone?: string | undefined;
}

export const contractPolicy: StatusPolicy = { reading: 'contract' };

/** What a status says, whatever it is about. */
export interface StatusView {
  readonly category: string;
  readonly statusCode: string;
  readonly statuses: readonly StatusInformation[];
  /** Where the claim has no status of its own, those of its lines stand for it. */
  readonly lines?: readonly { readonly statuses: readonly StatusInformation[] }[];
  readonly classification: Classification;
  readonly disposition: Disposition;
  readonly conflict: boolean;
}

/** Way of a claim that a status asks for; undefined when it says nothing about where the claim is. */
export type StatusTrigger = Extract<Trigger, 'accepted' | 'payer_rejected' | 'pended' | 'questioned'>;

/**
 * What a status does. By the contract, a status that means something else in the standard is put before somebody
 * (`questioned`): A3 and A8 as accepted and pended would hide rejections. By the standard nothing is in doubt.
 */
export function statusTrigger(status: StatusView, { reading }: StatusPolicy): StatusTrigger | undefined {
  if (reading === 'standard') return byStandard[status.disposition];
  return status.conflict || hidesRejection(status) ? 'questioned' : byContract[status.classification];
}

/** Whether a status is a rejection in one of its two readings. */
export const saysRejected = ({
  classification,
  disposition,
}: Pick<StatusView, 'classification' | 'disposition'>): boolean =>
  classification === 'rejected' || disposition === 'rejected';

/** STC03 U beside a category that the contract does not know: somebody has to look. */
const hidesRejection = ({ classification, disposition }: StatusView): boolean =>
  classification === 'unknown' && disposition === 'rejected';

/** `paid` by the contract is always in conflict with the standard, where the P categories are pending. */
const byContract: Readonly<Record<Classification, StatusTrigger | undefined>> = {
  accepted: 'accepted',
  rejected: 'payer_rejected',
  pended: 'pended',
  paid: 'pended',
  unknown: undefined,
};

/** Finalized claims await their remittance. */
const byStandard: Readonly<Record<Disposition, StatusTrigger | undefined>> = {
  accepted: 'accepted',
  rejected: 'payer_rejected',
  pended: 'pended',
  action_needed: 'pended',
  finalized: 'pended',
  paid: 'pended',
  denied: 'pended',
  error: undefined,
  not_found: undefined,
  unknown: undefined,
};

/** The STC that decide a rejection: by the contract the last one, by the standard every one that rejects. */
export function rejectingStatuses(
  { statuses, lines = [] }: StatusView,
  { reading }: StatusPolicy,
): readonly StatusInformation[] {
  const deciding = statuses.length > 0 ? statuses : lines.flatMap((line) => line.statuses);
  if (reading === 'contract') return deciding.slice(-1);
  return deciding.filter((status) => dispositionOf(status) === 'rejected');
}
