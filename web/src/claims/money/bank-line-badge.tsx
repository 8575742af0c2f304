import type { BankLine } from '#contract/claims/money/reconciliation-records.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { texts } from '#web/text/texts.ts';

const tones: Readonly<Record<BankLine['state'], Tone>> = {
  unmatched: 'warning',
  several_candidates: 'warning',
  amount_differs: 'danger',
  matched: 'good',
  new: 'info',
};

/** The state of a bank line as a word with its tone. */
export const BankLineBadge = ({ state }: Pick<BankLine, 'state'>) => (
  <Badge tone={tones[state]}>{texts.money.lines.states[state]}</Badge>
);
