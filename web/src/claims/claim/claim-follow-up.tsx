import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import type { FollowUp } from '#contract/claims/follow-up.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Facts } from '#web/components/facts.tsx';
import { DateField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { mayEdit, session } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { assigneeName } from '../lane/claim-columns.tsx';

/** Who follows a claim up, and when to look at it again. */
export function ClaimFollowUp({
  claim,
  onChange,
}: {
  readonly claim: ClaimDetail;
  /** Shows the change before the service confirms it. */
  readonly onChange: (claim: ClaimDetail) => void;
}) {
  const words = texts.claim.followUp;
  const reason = mayEdit() ? undefined : texts.claim.reasons.auditor;
  const isMine = claim.assignee !== undefined && claim.assignee === session.value?.person.id;
  const save = useAction(
    async (change: FollowUp) => {
      const saved = await api('PATCH /api/claims/{id}/follow-up', { id: claim.id, ...change });
      const { assignee, follow_up_on, ...rest } = claim;
      onChange({ ...rest, ...saved });
      refreshAll('worklist');
      refreshAll('claim ');
    },
    { done: words.saved },
  );
  return (
    <Section title={texts.claim.sections.followUp} kind="card" note={words.hint}>
      <Facts facts={[{ label: words.assignee, value: assigneeName(claim.assignee) }]} />
      <div class="claim-buttons">
        {!isMine && (
          <Button
            small
            icon="person"
            reason={reason}
            busy={save.isRunning}
            onClick={() => void save.run({ assignee: 'me' })}
          >
            {words.assignToMe}
          </Button>
        )}
        {claim.assignee !== undefined && (
          <Button
            small
            kind="quiet"
            reason={reason}
            reasonAs="tip"
            onClick={() => void save.run({ assignee: null })}
          >
            {words.unassign}
          </Button>
        )}
      </div>
      <DateField
        label={words.day}
        value={claim.follow_up_on ?? ''}
        reason={reason}
        onChange={(day) => {
          if (/^\d{4}-\d\d-\d\d$/.test(day) && day !== claim.follow_up_on)
            void save.run({ follow_up_on: day });
        }}
      />
      {claim.follow_up_on !== undefined && (
        <Button
          small
          kind="quiet"
          reason={reason}
          reasonAs="tip"
          onClick={() => void save.run({ follow_up_on: null })}
        >
          {words.clear}
        </Button>
      )}
    </Section>
  );
}
