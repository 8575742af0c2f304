import type { Classification, Disposition, StatusInformation } from '#x12/277ca/model.ts';

/**
 * How statuses of a payer are read: by the table of the service contract, or by the meaning of the categories in the
 * standard (code source 507). The 277CA block of the payer's configuration chooses.
 */
export interface StatusPolicy {
  readonly reading: 'contract' | 'standard';
  /** IANA time zone of the payer's dates and times; undefined if not configured. */
  readonly timeZone?: string | undefined;
}

export const contractPolicy: StatusPolicy = { reading: 'contract' };

/** An STC; its place in the file decides nothing. */
export type DecidingStatus = Omit<StatusInformation, 'position'>;

export interface StatusView {
  readonly category: string;
  readonly statusCode: string;
  readonly statuses: readonly DecidingStatus[];
  /** Their statuses count if the claim itself has no status. */
  readonly serviceLines?: readonly {
    readonly lineControlNumber?: string | undefined;
    readonly statuses: readonly DecidingStatus[];
  }[];
  readonly classification: Classification;
  readonly disposition: Disposition;
  readonly conflict: boolean;
}

/** What a status asks for: a lane, or (`questioned`) a person's decision. */
export type StatusTrigger = 'accepted' | 'payer_rejected' | 'pended' | 'questioned';

/**
 * Returns the transition that a status asks for; undefined if it does not affect the lane. When the policy reads by the
 * contract, a status that means something else in the standard needs a person's decision (`questioned`): A3 and A8,
 * read as accepted and pended, would hide rejections.
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

/** Whether STC03 is U and the contract does not classify the category. */
const hidesRejection = ({ classification, disposition }: StatusView): boolean =>
  classification === 'unknown' && disposition === 'rejected';

/** Paid by the contract always conflicts with the standard, where the P categories are pending. */
const byContract: Readonly<Record<Classification, StatusTrigger | undefined>> = {
  accepted: 'accepted',
  rejected: 'payer_rejected',
  pended: 'pended',
  paid: 'pended',
  unknown: undefined,
};

/** Finalized claims are pending until their remittance arrives. */
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

/** Receipts state only that the claim was received. */
const receipts: ReadonlySet<string> = new Set(['A0', 'A1']);

/** Whether a status is only a receipt: it does not also reject, by its action or by another STC. */
export const isReceipt = ({ category, disposition }: Pick<StatusView, 'category' | 'disposition'>): boolean =>
  receipts.has(category) && disposition === 'accepted';
