import { useState } from 'preact/hooks';
import type { LegalHold } from '#contract/claims/retention.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { CheckField, Form, TextAreaField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';

interface DialogProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const parts = [
  { name: 'claim_ids', label: 'claims' },
  { name: 'member_ids', label: 'members' },
  { name: 'file_ids', label: 'files' },
  { name: 'remittance_ids', label: 'remittances' },
] as const;
type PartName = (typeof parts)[number]['name'];

/** Creates a legal hold on everything or on named records. */
export function CreateHoldDialog({ onDone, onClose }: DialogProps) {
  const [everything, setEverything] = useState(false);
  const [ids, setIds] = useState<Readonly<Partial<Record<PartName, string>>>>({});
  const [reason, setReason] = useState('');
  const words = texts.retention.holds;
  const create = useAction(
    async () => {
      const named = Object.fromEntries(
        parts
          .map(({ name }) => [name, (ids[name] ?? '').split(/[\s,;]+/).filter((id) => id !== '')] as const)
          .filter(([, list]) => list.length > 0),
      );
      await api('POST /api/admin/legal-holds', { reason, ...(everything ? { everything } : named) });
      onDone();
    },
    { done: words.created },
  );
  return (
    <Dialog
      title={words.createTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.states.cancel}</Button>
          <Button kind="primary" type="submit" form="create-hold" busy={create.isRunning}>
            {words.create}
          </Button>
        </>
      }
    >
      <Form id="create-hold" error={create.error} onSubmit={() => create.run()}>
        <CheckField label={words.everything} name="everything" value={everything} onChange={setEverything} />
        {!everything &&
          parts.map(({ name, label }) => (
            <TextAreaField
              key={name}
              label={words[label]}
              name={name}
              hint={words.idsHint}
              optional
              rows={2}
              value={ids[name] ?? ''}
              onChange={(value) => setIds({ ...ids, [name]: value })}
            />
          ))}
        <ReasonField value={reason} onChange={setReason} />
      </Form>
    </Dialog>
  );
}

/** Ends a legal hold. */
export function ReleaseHoldDialog({ hold, onDone, onClose }: DialogProps & { readonly hold: LegalHold }) {
  const [reason, setReason] = useState('');
  const words = texts.retention.holds;
  const release = useAction(
    async () => {
      await api('POST /api/admin/legal-holds/{id}/release', { id: hold.id, reason });
      onDone();
    },
    { done: words.released },
  );
  return (
    <Dialog
      title={words.releaseTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.states.cancel}</Button>
          <Button kind="danger" type="submit" form="release-hold" busy={release.isRunning}>
            {words.release}
          </Button>
        </>
      }
    >
      <Form id="release-hold" error={release.error} onSubmit={() => release.run()}>
        <p>{words.releaseText}</p>
        <ReasonField value={reason} onChange={setReason} />
      </Form>
    </Dialog>
  );
}

const ReasonField = (props: { readonly value: string; readonly onChange: (value: string) => void }) => (
  <TextAreaField
    label={texts.retention.holds.reason}
    name="reason"
    hint={texts.retention.holds.reasonHint}
    required
    rows={2}
    {...props}
  />
);
