import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import { Facts } from '#web/components/facts.tsx';
import { Section } from '#web/components/page.tsx';
import { formatDate, formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { contentOf } from './claim-content.ts';
import { payerName } from './claim-sentence.ts';

/** Who, for whom, when: the facts of a claim. */
export function ClaimFacts({ claim }: { readonly claim: ClaimDetail }) {
  const words = texts.claim.facts;
  const { frequencies } = texts.claim;
  const kinds: Readonly<Record<string, string>> = {
    1: frequencies.original,
    7: frequencies.correction,
    8: frequencies.void,
  };
  const { diagnoses = [] } = contentOf(claim);
  return (
    <Section title={texts.claim.sections.facts} kind="card">
      <Facts
        facts={[
          { label: words.patient, value: claim.patient_name },
          { label: words.member, value: claim.member_name },
          { label: words.memberId, value: claim.member_id },
          { label: words.payer, value: `${payerName(claim)} (${claim.payer_id})` },
          { label: words.payerNumber, value: claim.payer_control_number },
          { label: words.provider, value: claim.billing_npi },
          { label: words.service, value: servicePeriod(claim) },
          { label: words.diagnoses, value: diagnoses.map(({ code }) => code).join(', ') },
          { label: words.frequency, value: kinds[claim.frequency] ?? claim.frequency },
          { label: words.received, value: formatDateTime(claim.received_at) },
          { label: words.hold, value: claim.lane_reason },
        ]}
      />
    </Section>
  );
}

function servicePeriod({ service_from: from, service_to: to }: ClaimDetail): string {
  if (from === undefined) return '';
  return to === undefined || to === from ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
}
