import type { ImplementationAcknowledgment } from '#claims/acknowledgments/contract.ts';
import type { ClaimStatus } from '#claims/claim-acknowledgments/contract.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { acknowledgmentTexts as words } from './acknowledgment-texts.ts';

type Verdict = ImplementationAcknowledgment['verdict'];
type Classification = ClaimStatus['classification'];

const tones: Readonly<Record<Verdict | Classification, Tone>> = {
  accepted: 'good',
  paid: 'good',
  partial: 'warning',
  pended: 'info',
  rejected: 'danger',
  unknown: 'warning',
};

/** The verdict of a 999 or TA1 as a word with its tone. */
export const VerdictBadge = ({ verdict }: { readonly verdict: Verdict }) => (
  <Badge tone={tones[verdict]}>{words.verdicts[verdict]}</Badge>
);

/** The classification of a status of a 277CA as a word with its tone. */
export const ClassificationBadge = ({ classification }: { readonly classification: Classification }) => (
  <Badge tone={tones[classification]}>{words.classifications[classification]}</Badge>
);
