import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiInput } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, SelectField, TextAreaField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';

/** Why a person decides, as the audit log records it. */
export type DecisionReason = ApiInput<'POST /api/unmatched/{id}/dismiss'>['reason'];

/** A decision: the reason goes into the audit log, the note stays with the record. */
export interface Decision {
  readonly reason: DecisionReason;
  readonly note?: string;
}

/** Properties of the dialog. */
export interface DecisionDialogProps {
  readonly title: string;
  readonly text?: ComponentChildren;
  /** The verb on the button. */
  readonly action: string;
  /** Reasons that fit the decision, the usual one first. */
  readonly reasons: readonly DecisionReason[];
  readonly isRunning: boolean;
  readonly error: unknown;
  readonly onDecide: (decision: Decision) => void;
  readonly onClose: () => void;
  /** Further fields of the decision. */
  readonly children?: ComponentChildren;
}

/** Asks for the reason of a decision before it is made. */
export function DecisionDialog(props: DecisionDialogProps) {
  const [reason, setReason] = useState<DecisionReason>(props.reasons[0] ?? 'other');
  const [note, setNote] = useState('');
  const words = texts.unmatched.decision;
  return (
    <Dialog
      title={props.title}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{texts.states.cancel}</Button>
          <Button kind="primary" type="submit" form="decision" busy={props.isRunning}>
            {props.action}
          </Button>
        </>
      }
    >
      <Form
        id="decision"
        error={props.error}
        onSubmit={() => props.onDecide({ reason, ...(note.trim() !== '' && { note: note.trim() }) })}
      >
        {props.text !== undefined && <p>{props.text}</p>}
        {props.children}
        <SelectField
          label={words.reason}
          name="reason"
          hint={words.reasonHint}
          value={reason}
          onChange={setReason}
          options={props.reasons.map((value) => ({ value, label: words.reasons[value] }))}
        />
        <TextAreaField
          label={words.note}
          name="note"
          hint={words.noteHint}
          optional
          rows={2}
          value={note}
          onChange={setNote}
        />
      </Form>
    </Dialog>
  );
}
