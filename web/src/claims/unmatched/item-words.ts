import type { UnmatchedItem } from '#claims/unmatched/contract.ts';
import { texts } from '#web/text/texts.ts';
import { codeText, type X12Texts } from '#web/text/x12-texts.ts';

/** Returns the number that a response names: that of the patient, or the acknowledged one. */
export const numberOf = ({
  patient_control_number,
  control_number,
}: Pick<UnmatchedItem, 'patient_control_number' | 'control_number'>): string =>
  patient_control_number ?? control_number ?? texts.unmatched.noNumber;

/** Returns why a response waits for a person; once it does not, the last decision. */
export function stateText({
  state,
  reason,
  decisions,
}: Pick<UnmatchedItem, 'state' | 'reason' | 'decisions'>): string {
  const words = texts.unmatched;
  const decision = decisions.at(-1);
  if (state === 'open') return words.reasons[reason];
  return decision === undefined ? words.states[state] : words.decisions[decision.action];
}

/** Returns CLP02, category and code of a status, or the code of a 999 or TA1, with its meaning. */
export function responseCode(kind: UnmatchedItem['kind'], code: string, codes: X12Texts | undefined): string {
  if (kind !== 'payment') return codeText(codes, kind, code);
  const statuses: Readonly<Record<string, string>> = texts.remittances.claims.statuses;
  return [code, statuses[code]].filter(Boolean).join(': ');
}
