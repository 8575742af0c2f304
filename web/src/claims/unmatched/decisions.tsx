import type { UnmatchedItemDetail } from '#contract/claims/unmatched/records.ts';
import { Link } from '#web/app/router.ts';
import { Section } from '#web/components/page.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { texts } from '#web/text/texts.ts';
import { actorName } from '../audit/names.ts';

/** The decisions about a response, oldest first. */
export function Decisions({ item: { decisions } }: { readonly item: UnmatchedItemDetail }) {
  const words = texts.unmatched.decisions;
  const { reasons } = texts.unmatched.decision;
  return (
    <Section title={words.title}>
      {decisions.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Timeline
          label={words.title}
          events={decisions.map(({ at, by, action, reason, note, claim_id }, index) => ({
            id: `${index} ${at}`,
            at,
            title: words[action],
            by: actorName(by),
            tone: action === 'taken_back' ? 'warning' : 'neutral',
            detail: (
              <>
                {reason !== undefined && <p>{reasons[reason]}</p>}
                {note !== undefined && <p>{note}</p>}
                {claim_id !== undefined && (
                  <Link to={`/claims/claim/${claim_id}`}>{texts.unmatched.candidates.open}</Link>
                )}
              </>
            ),
          }))}
        />
      )}
    </Section>
  );
}
