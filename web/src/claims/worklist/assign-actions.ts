import type { FollowUp } from '#contract/claims/follow-up.ts';
import { api } from '#web/api/api.ts';
import type { BulkAction } from '#web/components/list.tsx';
import { toast } from '#web/components/toasts.tsx';
import { refreshAll } from '#web/data/query.ts';
import { mayEdit } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** Actions on the follow-up of the selected claims. */
export function assignActions(selected: ReadonlySet<string>, onDone: () => void): readonly BulkAction[] {
  const words = texts.worklist;
  const reason = mayEdit() ? undefined : texts.claim.reasons.auditor;
  const action = (id: string, label: string, change: FollowUp): BulkAction => ({
    id,
    label,
    reason,
    run: () => void assign([...selected], change).then(onDone),
  });
  return [
    action('mine', texts.claim.followUp.assignToMe, { assignee: 'me' }),
    action('nobody', texts.claim.followUp.unassign, { assignee: null }),
    action('done', words.takeOff, { assignee: null, follow_up_on: null }),
  ];
}

/** Changes the claims one after the other, because the API takes one at a time. */
async function assign(ids: readonly string[], change: FollowUp): Promise<void> {
  let failed = 0;
  for (const id of ids)
    await api('PATCH /api/claims/{id}/follow-up', { id, ...change }).catch(() => failed++);
  const words = texts.worklist;
  if (failed > 0) toast({ text: words.failed(failed), tone: 'danger' });
  else toast({ text: words.changed(ids.length) });
  for (const prefix of ['worklist', 'claim ', 'claims']) refreshAll(prefix);
}
