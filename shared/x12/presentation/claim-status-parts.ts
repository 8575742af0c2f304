import type { ClaimStatus, LineStatus, StatusInformation, Totals, UnscopedStatus } from '../277ca/types.ts';
import { claimStatusCategory, claimStatusCode } from '../codes/claim-status.ts';

/**
 * Parts of a claim acknowledgment as JSON, the same in every rendering. `money` renders cents: as text for the command
 * line, as a decimal for the API, unchanged for storage.
 */
type Money<M> = (cents: number) => M;

const optionalMoney = <M>(cents: number | undefined, money: Money<M>): M | undefined =>
  cents === undefined ? undefined : money(cents);

export const statusNumbersJson = ({ numbers }: ClaimStatus) => ({
  trn02: numbers.trace,
  ref_1k: numbers.ref1K,
  ref_ej: numbers.refEJ,
  ref_d9: numbers.refD9,
  ref_blt: numbers.billType,
});

/** One STC. Codes have their texts. */
export const statusInformationJson = <M>(status: StatusInformation, money: Money<M>) => ({
  reasons: status.reasons.map(({ category, code, entity }) => ({
    category,
    category_text: claimStatusCategory.entries.get(category)?.text,
    code,
    text: claimStatusCode.entries.get(code)?.text,
    entity,
  })),
  date: status.date,
  action: status.action,
  amount: optionalMoney(status.amount, money),
  message: status.message,
});

export const statusLineJson = <M>(line: LineStatus, money: Money<M>) => ({
  procedure: line.procedure,
  procedure_qualifier: line.qualifier,
  modifiers: [...line.modifiers],
  charge: money(line.charge),
  line_control_number: line.lineControlNumber,
  service_date: line.serviceFrom,
  statuses: line.statuses.map((status) => statusInformationJson(status, money)),
});

export const statusTotalsJson = <M>(totals: Totals, money: Money<M>) => ({
  accepted: totals.accepted,
  rejected: totals.rejected,
  accepted_amount: optionalMoney(totals.acceptedAmount, money),
  rejected_amount: optionalMoney(totals.rejectedAmount, money),
});

/** A status that names no claim, without its organization. */
export const unscopedPartsJson = <M>(unscoped: UnscopedStatus, money: Money<M>) => ({
  level: unscoped.level,
  category: unscoped.category,
  status_code: unscoped.statusCode,
  classification: unscoped.classification,
  disposition: unscoped.disposition,
  conflict: unscoped.conflict,
  trace: unscoped.trace,
  totals: statusTotalsJson(unscoped.totals, money),
  status: statusInformationJson(unscoped.status, money),
});
