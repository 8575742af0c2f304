import { useState } from 'preact/hooks';
import type { LegalHold } from '#claims/retention/contract.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { CheckField, Form, TextAreaField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { hasClaimsRole, isAdmin } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** The key of holds begins with this. */
export const holdsKey = 'retention/holds';

/** Returns the hold that names a claim; null if none does, undefined while it is not known or for a person who may not read it. */
export const useHoldOf = (claimId: string): LegalHold | null | undefined =>
  useQuery(
    hasClaimsRole('auditor') || isAdmin() ? `${holdsKey} of claim ${claimId}` : undefined,
    async () => {
      for await (const hold of api('GET /api/admin/legal-holds', { limit: 200 }))
        if (hold.released_at === undefined && hold.claim_ids.includes(claimId)) return hold;
      return null;
    },
    { keep: false },
  ).data;

/** Returns what a hold keeps, in words. */
export function heldText({ everything, claim_ids, member_ids, file_ids, remittance_ids }: LegalHold): string {
  const { parts } = texts.retention.holds;
  if (everything) return parts.everything;
  return [
    claim_ids.length > 0 && parts.claims(claim_ids.length),
    member_ids.length > 0 && parts.members(member_ids.length),
    file_ids.length > 0 && parts.files(file_ids.length),
    remittance_ids.length > 0 && parts.remittances(remittance_ids.length),
  ]
    .filter(Boolean)
    .join(', ');
}

interface DialogProps {
  readonly onClose: () => void;
}

const parts = [
  { name: 'claim_ids', label: 'claims' },
  { name: 'member_ids', label: 'members' },
  { name: 'file_ids', label: 'files' },
  { name: 'remittance_ids', label: 'remittances' },
] as const;
type PartName = (typeof parts)[number]['name'];

/** Creates a legal hold on everything or on named records, or on one claim. */
export function CreateHoldDialog({ claimId, onClose }: DialogProps & { readonly claimId?: string }) {
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
      const held = claimId === undefined ? (everything ? { everything } : named) : { claim_ids: [claimId] };
      await api('POST /api/admin/legal-holds', { reason, ...held });
      refreshAll(holdsKey);
      onClose();
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
      <Form
        rules={contractRules('POST /api/admin/legal-holds')}
        id="create-hold"
        error={create.error}
        onSubmit={() => create.run()}
      >
        {claimId === undefined ? (
          <CheckField
            label={words.everything}
            name="everything"
            value={everything}
            onChange={setEverything}
          />
        ) : (
          <p>{words.note}</p>
        )}
        {claimId === undefined &&
          !everything &&
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
export function ReleaseHoldDialog({ hold, onClose }: DialogProps & { readonly hold: LegalHold }) {
  const [reason, setReason] = useState('');
  const words = texts.retention.holds;
  const release = useAction(
    async () => {
      await api('POST /api/admin/legal-holds/{id}/release', { id: hold.id, reason });
      refreshAll(holdsKey);
      onClose();
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
      <Form
        rules={contractRules('POST /api/admin/legal-holds/{id}/release')}
        id="release-hold"
        error={release.error}
        onSubmit={() => release.run()}
      >
        <p>{words.releaseText(heldText(hold))}</p>
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
