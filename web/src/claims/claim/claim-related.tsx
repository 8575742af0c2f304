import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import { Link } from '#web/app/router.ts';
import { Section } from '#web/components/page.tsx';
import { texts } from '#web/text/texts.ts';

interface RelatedLink {
  readonly label: string;
  readonly to: string;
}

/** Files, submissions, responses and claims that belong to a claim. */
export function ClaimRelated({ claim }: { readonly claim: ClaimDetail }) {
  const links = relatedLinks(claim);
  return (
    <Section title={texts.claim.sections.related} kind="card">
      {links.length === 0 ? (
        <p>{texts.claim.related.none}</p>
      ) : (
        <ul class="claim-related">
          {links.map(({ label, to }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function relatedLinks(claim: ClaimDetail): readonly RelatedLink[] {
  const words = texts.claim.related;
  const link = (label: string, id: string | undefined, path: (id: string) => string) =>
    id === undefined ? [] : [{ label, to: path(id) }];
  const claimPath = (id: string) => `/claims/claim/${id}`;
  return [
    ...link(
      words.file,
      claim.source.kind === 'file' ? claim.source.file_id : undefined,
      (id) => `/claims/files/${id}`,
    ),
    ...link(words.submission, claim.submission_id, (id) => `/claims/submissions?id=${id}`),
    ...link(
      words.acknowledgment,
      claim.acknowledged_by_999_id ?? claim.rejected_by_999_id,
      (id) => `/claims/acknowledgments?id=${id}`,
    ),
    ...link(
      words.status,
      claim.payer_status_by_277ca_id,
      (id) => `/claims/acknowledgments?kind=claims&id=${id}`,
    ),
    ...link(words.remittance, claim.remittance_id, (id) => `/claims/remittances/${id}`),
    ...link(words.corrects, claim.corrects, claimPath),
    ...link(words.correctedBy, claim.corrected_by, claimPath),
    ...link(words.voidedBy, claim.voided_by, claimPath),
    ...link(words.secondary, claim.secondary_claim_id, claimPath),
    ...link(words.primary, claim.primary_claim_id, claimPath),
  ];
}
