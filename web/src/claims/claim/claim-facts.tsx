import type { ClaimDetail } from '#claims/claims/claim-fields.ts';
import { Link } from '#web/app/router.ts';
import { Badge } from '#web/components/badge.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Section } from '#web/components/page.tsx';
import { formatDate, formatDateTime } from '#web/text/format.ts';
import { language, texts } from '#web/text/texts.ts';
import { codeText } from '#web/text/x12-texts.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { frequencyName } from '../code/field-name.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { otherName } from '../payer/payer-name.ts';
import { payerName } from '../payer/payers.ts';
import { useHoldOf } from '../retention/legal-holds.tsx';

/** Who, for whom, when: the facts of a claim. */
export function ClaimFacts({ claim }: { readonly claim: ClaimDetail }) {
  const words = texts.claim.facts;
  const codes = useX12Texts();
  const { diagnoses = [], subscriber } = contentOf(claim);
  const { place_of_service: place, payer_id, payer_name } = claim;
  const filing = subscriber?.claim_filing;
  const payer = payerName(payer_id, payer_name);
  return (
    <Section title={texts.claim.sections.facts} kind="card">
      <Facts
        facts={[
          { label: words.patient, value: claim.patient_name },
          { label: words.member, value: claim.member_name },
          { label: words.memberId, value: claim.member_id },
          { label: words.payer, value: `${payer} (${payer_id})` },
          { label: words.payerInFile, value: otherName(payer, payer_name) },
          { label: words.filing, value: filing && codeText(codes, 'claim_filing', filing) },
          { label: words.payerNumber, value: claim.payer_control_number },
          { label: words.provider, value: claim.billing_npi },
          { label: words.service, value: servicePeriod(claim) },
          { label: words.diagnoses, value: diagnoses.map(({ code }) => code).join(', ') },
          { label: words.place, value: place && codeText(codes, 'place_of_service', place) },
          { label: words.frequency, value: frequencyName(claim.frequency) },
          { label: words.received, value: formatDateTime(claim.received_at) },
          { label: words.hold, value: claim.lane_reason },
          { label: texts.retention.holds.ofClaim, value: useHoldOf(claim.id)?.reason },
        ]}
      />
    </Section>
  );
}

function servicePeriod({ service_from: from, service_to: to }: ClaimDetail): string {
  if (from === undefined) return '';
  return to === undefined || to === from ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
}

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> & Letter ? `_${Lowercase<First>}` : First}${SnakeCase<Rest>}`
  : Name;

type Letter =
  | Uppercase<'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm' | 'n' | 'o'>
  | Uppercase<'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z'>;

/** A record of the 837P as JSON. A draft may lack any member. */
type Draft<T> = T extends readonly (infer Item)[]
  ? readonly Draft<Item>[]
  : T extends object
    ? { readonly [Name in keyof T & string as SnakeCase<Name>]?: Draft<T[Name]> | undefined }
    : T;

/** The content of a claim. */
export type ClaimContent = Draft<ProfessionalClaim>;

/** The content of a claim with its types: the API returns `content` in the form of the claim that POST takes. */
export const contentOf = ({ content }: Pick<ClaimDetail, 'content'>): ClaimContent => content;

/** Possible duplicates and contradictions in responses, each with what to open. */
export function ClaimDecisions({ claim: { duplicates, conflicts } }: { readonly claim: ClaimDetail }) {
  const words = texts.claim.conflicts;
  if (duplicates.length + conflicts.length === 0) return null;
  return (
    <Section title={texts.claim.sections.decisions} kind="card">
      <ul class="claim-decisions">
        {duplicates.map(({ claim_id, by }) => (
          <li key={`${claim_id} ${by}`} class="claim-decision">
            <p>{words.duplicate[by]}</p>
            <Link to={`/claims/claim/${claim_id}`}>{words.openOther}</Link>
          </li>
        ))}
        {conflicts.map((conflict) => (
          <li key={`${conflict.source_id} ${conflict.kind}`} class="claim-decision">
            <p>
              {words[conflict.kind]}{' '}
              {conflict.open !== true && <Badge tone="neutral">{words.resolved}</Badge>}
            </p>
            <p class="claim-decision-text" lang={language === 'en' ? undefined : 'en'}>
              {conflict.text}
            </p>
            {conflict.unmatched_item_id !== undefined && (
              <Link to={`/claims/unmatched/${conflict.unmatched_item_id}`}>{words.openItem}</Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
