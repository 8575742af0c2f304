import { useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import { secondaryCautions as cautions } from '#contract/claims/secondary.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { CheckField, FieldRow, Form, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { toast } from '#web/components/toasts.tsx';
import { texts } from '#web/text/texts.ts';
import { refreshClaims } from './use-claim-actions.ts';

type Caution = (typeof cautions)[number];

/** Makes the claim for the next payer. It asks for other coverage that the claim does not name, and shows cautions to accept. */
export function SecondaryDialog({
  claim,
  onClose,
}: {
  readonly claim: ClaimDetail;
  readonly onClose: () => void;
}) {
  const words = texts.claim.secondary;
  const { fields } = texts.claim;
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  /** The service names cautions and the missing payer one after the other, so those that were shown stay. */
  const [found, setFound] = useState<readonly Caution[]>([]);
  const [accepted, setAccepted] = useState(false);
  const [payer, setPayer] = useState<NextPayer>({ name: '', id: '', memberId: '', claimFiling: '' });
  const [needsPayer, setNeedsPayer] = useState(false);
  const create = async () => {
    setBusy(true);
    try {
      const created = await api('POST /api/claims/{id}/secondary', {
        id: claim.id,
        ...(accepted && { accept: found }),
        ...(needsPayer && { subscriber: subscriberOf(claim, payer) }),
      });
      toast({ text: words.created, tone: 'good' });
      refreshClaims();
      onClose();
      navigate(`/claims/claim/${created.id}`);
    } catch (failure) {
      const added = cautionsOf(failure).filter((caution) => !found.includes(caution));
      if (added.length > 0) setAccepted(false);
      setFound([...found, ...added]);
      if (isApiError(failure, 'no_other_coverage')) setNeedsPayer(true);
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          busy={isBusy}
          reason={found.length > 0 && !accepted ? words.cautions : undefined}
          onClick={() => void create()}
        >
          {words.create}
        </Button>
      }
    >
      <Form
        onSubmit={create}
        {...(!isApiError(error, 'secondary_cautions') &&
          !isApiError(error, 'no_other_coverage') && { error })}
      >
        <p>{words.text}</p>
        {found.length > 0 && (
          <Notice tone="warning" isNew title={words.cautions}>
            {found.map((caution) => (
              <p key={caution}>{words[caution]}</p>
            ))}
          </Notice>
        )}
        {found.length > 0 && <CheckField label={words.accept} value={accepted} onChange={setAccepted} />}
        {needsPayer && (
          <>
            <Notice isNew>{words.needsPayer}</Notice>
            <FieldRow>
              <TextField
                label={fields.payer_name}
                name="subscriber.payer.last_name"
                value={payer.name}
                onChange={(name) => setPayer({ ...payer, name })}
              />
              <TextField
                label={fields.payer_id}
                name="subscriber.payer.id"
                code
                value={payer.id}
                onChange={(id) => setPayer({ ...payer, id })}
              />
              <TextField
                label={fields.member_id}
                name="subscriber.id"
                code
                value={payer.memberId}
                onChange={(memberId) => setPayer({ ...payer, memberId })}
              />
              <TextField
                label={fields.claim_filing}
                name="subscriber.claim_filing"
                code
                maxLength={2}
                value={payer.claimFiling}
                onChange={(claimFiling) => setPayer({ ...payer, claimFiling })}
              />
            </FieldRow>
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** The cautions that the service names; a caution is the code of a detail. */
function cautionsOf(error: unknown): readonly Caution[] {
  if (!isApiError(error, 'secondary_cautions')) return [];
  return cautions.filter((caution) =>
    error.details.some(({ code, path }) => code === caution || path.includes(caution)),
  );
}

/** The next payer as entered. The claim filing code is that of the claim unless given. */
interface NextPayer {
  readonly name: string;
  readonly id: string;
  readonly memberId: string;
  readonly claimFiling: string;
}

/** The subscriber of the claim with another payer and member id. */
function subscriberOf(
  { content }: ClaimDetail,
  { name, id, memberId, claimFiling }: NextPayer,
): NonNullable<ApiInput<'POST /api/claims/{id}/secondary'>['subscriber']> {
  return {
    ...Object(content['subscriber']),
    id: memberId,
    payer_sequence: 'S',
    payer: { last_name: name, id },
    ...(claimFiling !== '' && { claim_filing: claimFiling }),
  };
}
