import { useState } from 'preact/hooks';
import type { ClaimNote } from '#claims/follow-up/contract.ts';
import { api } from '#web/api/api.ts';
import { actorName } from '#web/claims/people.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Form, TextAreaField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages } from '#web/data/query.ts';
import { mayEdit } from '#web/session/session.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** Id of the section, for the action that leads to it. */
export const notesId = 'claim-notes';

/** The notes of a claim, newest first, with a field for another one. */
export function ClaimNotes({ claimId }: { readonly claimId: string }) {
  const notes = usePages<ClaimNote>(
    `notes ${claimId}`,
    (cursor) => api('GET /api/claims/{id}/notes', { id: claimId, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const [text, setText] = useState('');
  const words = texts.claim.notes;
  const add = useAction(
    async () => {
      const note = await api('POST /api/claims/{id}/notes', { id: claimId, text: text.trim() });
      notes.update((rows) => [note, ...rows]);
      setText('');
    },
    { done: words.added },
  );
  return (
    <div id={notesId}>
      <Section title={texts.claim.sections.notes} kind="card">
        <div class="screen-only">
          <Form
            rules={contractRules('POST /api/claims/{id}/notes')}
            onSubmit={() => add.run()}
            error={add.error}
            actions={
              <Button
                type="submit"
                busy={add.isRunning}
                reason={mayEdit() ? undefined : texts.claim.reasons.auditor}
              >
                {words.add}
              </Button>
            }
          >
            <TextAreaField
              label={words.label}
              name="text"
              hint={words.hint}
              rows={3}
              maxLength={4000}
              value={text}
              onChange={setText}
            />
          </Form>
        </div>
        {notes.isLoading && <Loading rows={2} />}
        {notes.error !== undefined && <Failure error={notes.error} onRetry={notes.refresh} />}
        {!notes.isLoading && notes.error === undefined && notes.rows.length === 0 && (
          <p class="claim-quiet">{words.none}</p>
        )}
        <ul class="claim-notes">
          {notes.rows.map(({ id, text: note, at, by }) => (
            <li key={id} class="claim-note">
              <p class="claim-note-text">{note}</p>
              <p class="claim-quiet">
                <time dateTime={at}>{formatDateTime(at)}</time> · {actorName(by)}
              </p>
            </li>
          ))}
        </ul>
        {notes.hasMore && (
          <Button small busy={notes.isLoadingMore} onClick={() => void notes.loadMore()}>
            {texts.claim.more}
          </Button>
        )}
      </Section>
    </div>
  );
}
