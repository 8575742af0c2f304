import { useState } from 'preact/hooks';
import type { Claim } from '#claims/claims/claim-fields.ts';
import type { FollowUp } from '#claims/follow-up/contract.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { DateField, Form, SelectField, TextAreaField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { session } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { changedBy, refreshClaims, reportRun, runOperation } from '../bulk/run-operation.ts';
import { assigneeName } from '../lane/claim-columns.tsx';
import { knownPeople } from '../people.ts';

/** Values of the choice of a person that are no subject. */
const stays = '';
const nobody = ' ';

/** Gives claims to a person, with a day and a note: each only where something is entered. */
export function FollowUpDialog({
  claims,
  onClose,
}: {
  readonly claims: readonly Claim[];
  readonly onClose: (hasChanged: boolean) => void;
}) {
  const [assignee, setAssignee] = useState(stays);
  const [day, setDay] = useState('');
  const [text, setText] = useState('');
  const words = texts.worklist.followUp;
  const patch: FollowUp = {
    ...(assignee !== stays && { assignee: assignee === nobody ? null : assignee }),
    ...(day !== '' && { follow_up_on: day }),
  };
  const save = useAction(async () => {
    const note = text.trim();
    const ids = claims.map(({ id }) => id);
    if (Object.keys(patch).length > 0) await followUp(claims, patch);
    if (note !== '') {
      const run = await runOperation({ kind: 'note', text: note }, ids);
      if (Object.keys(patch).length === 0) reportRun(run);
    }
    refreshClaims();
    onClose(true);
  });
  const isEmpty = Object.keys(patch).length === 0 && text.trim() === '';
  return (
    <Dialog
      title={words.title(claims.length)}
      onClose={() => onClose(false)}
      actions={
        <Button
          kind="primary"
          type="submit"
          form="follow-up"
          busy={save.isRunning}
          reason={isEmpty ? words.nothing : undefined}
        >
          {words.save}
        </Button>
      }
    >
      <Form
        id="follow-up"
        rules={contractRules('PATCH /api/claims/{id}/follow-up')}
        error={save.error}
        onSubmit={() => save.run()}
      >
        <SelectField
          label={words.assignee}
          value={assignee}
          onChange={setAssignee}
          options={[{ value: stays, label: words.stays }, ...assignees(claims)]}
        />
        <DateField
          label={words.day}
          name="follow_up_on"
          hint={words.dayHint}
          value={day}
          optional
          onChange={setDay}
        />
        <TextAreaField
          label={words.note}
          hint={texts.claim.notes.hint}
          rows={2}
          maxLength={4000}
          value={text}
          optional
          onChange={setText}
        />
      </Form>
    </Dialog>
  );
}

/** The person itself, its colleagues, whoever else has one of the claims, and nobody. */
function assignees(claims: readonly Claim[]) {
  const subjects = new Set([
    ...(session.value === undefined ? [] : [session.value.person.id]),
    ...knownPeople().map(({ subject }) => subject),
    ...claims.flatMap(({ assignee = [] }) => assignee),
  ]);
  return [
    ...[...subjects].map((value) => ({ value, label: assigneeName(value) })),
    { value: nobody, label: texts.board.noAssignee },
  ];
}

/** Changes the follow-up of claims in one run, and offers the way back to what each had. */
export async function followUp(claims: readonly Claim[], patch: FollowUp): Promise<void> {
  const run = await runOperation(
    { kind: 'follow_up', ...patch },
    claims.map(({ id }) => id),
  );
  reportRun(run, async () => {
    const changed = new Set(await changedBy(run));
    const before = Map.groupBy(
      claims.filter(({ id }) => changed.has(id)),
      ({ assignee = null, follow_up_on = null }) => JSON.stringify([assignee, follow_up_on]),
    );
    for (const [first, ...others] of before.values()) {
      if (first === undefined) continue;
      const { assignee = null, follow_up_on = null } = first;
      const ids = [first, ...others].map(({ id }) => id);
      await runOperation({ kind: 'follow_up', assignee, follow_up_on }, ids);
    }
  });
}
