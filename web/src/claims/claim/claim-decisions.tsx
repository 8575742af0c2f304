import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import { Link } from '#web/app/router.ts';
import { Badge } from '#web/components/badge.tsx';
import { Section } from '#web/components/page.tsx';
import { language, texts } from '#web/text/texts.ts';

type Conflict = ClaimDetail['conflicts'][number];

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
              {meaningOf(conflict)} {conflict.open !== true && <Badge tone="neutral">{words.resolved}</Badge>}
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

function meaningOf({ kind, text }: Conflict): string {
  const { duplicate: _, ...rest } = texts.claim.conflicts;
  const meanings: Readonly<Record<string, string>> = rest;
  return meanings[kind] ?? text;
}
