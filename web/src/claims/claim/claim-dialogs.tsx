import { useState } from 'preact/hooks';
import { payerMayHave } from '#claims/claims/claim.ts';
import type { ClaimDetail } from '#claims/claims/claim-fields.ts';
import { secondaryCautions as cautions } from '#claims/secondary/contract.ts';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { decidedLanes } from '#contract/claims/state-names.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { CheckField, FieldRow, Form, SelectField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import type { ReleaseLane } from '../bulk/operations.ts';
import { refreshClaims } from '../bulk/run-operation.ts';
import { codeMeaning } from '../code/field-name.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { type ClaimContent, contentOf } from './claim-facts.tsx';
import type { ClaimActions } from './use-claim-actions.ts';

/** The dialog that the person opened for a claim, if any. */
export function ClaimDialogs({
  claim,
  actions,
}: {
  readonly claim: ClaimDetail;
  readonly actions: ClaimActions;
}) {
  switch (actions.dialog) {
    case 'release':
      return <ReleaseDialog claim={claim} actions={actions} />;
    case 'hold':
      return <ReasonDialog kind="hold" actions={actions} />;
    case 'dismiss':
      return <ReasonDialog kind="dismiss" actions={actions} />;
    case 'void':
      return <VoidDialog claim={claim} onClose={actions.closeDialog} />;
    case 'secondary':
      return <SecondaryDialog claim={claim} onClose={actions.closeDialog} />;
    default:
      return null;
  }
}

function ReleaseDialog({ claim, actions }: { readonly claim: ClaimDetail; readonly actions: ClaimActions }) {
  const isSent = payerMayHave(claim);
  const suggested = decidedLanes.find((lane) => lane === claim.lane_before) ?? 'accepted';
  const [lane, setLane] = useState<ReleaseLane>(suggested);
  const words = texts.claim.release;
  const release = () => actions.operate({ kind: 'release', ...(isSent && { lane }) });
  return (
    <Dialog
      title={isSent ? words.laneTitle : words.title}
      onClose={actions.closeDialog}
      actions={
        <Button kind="primary" busy={actions.isRunning} onClick={() => void release()}>
          {isSent ? words.confirm : texts.claim.actions.release}
        </Button>
      }
    >
      <Form onSubmit={release}>
        <p>{isSent ? words.laneText : words.text}</p>
        {isSent && (
          <SelectField
            label={words.lane}
            value={lane}
            options={decidedLanes.map((value) => ({ value, label: texts.board.lanes[value] }))}
            onChange={setLane}
          />
        )}
      </Form>
    </Dialog>
  );
}

function ReasonDialog({
  kind,
  actions,
}: {
  readonly kind: 'hold' | 'dismiss';
  readonly actions: ClaimActions;
}) {
  const [reason, setReason] = useState('');
  const words = texts.claim.dismiss;
  const { bulk } = texts.board;
  const send = async () => {
    const text = reason.trim();
    if (kind === 'dismiss') await actions.operate({ kind, reason: text });
    else await actions.operate({ kind, ...(text !== '' && { reason: text }) });
  };
  return (
    <Dialog
      title={kind === 'hold' ? words.hold : words.title}
      onClose={actions.closeDialog}
      actions={
        <Button
          kind={kind === 'hold' ? 'primary' : 'danger'}
          type="submit"
          form="reason"
          busy={actions.isRunning}
        >
          {texts.claim.actions[kind]}
        </Button>
      }
    >
      <Form id="reason" onSubmit={send}>
        <p>{kind === 'hold' ? words.holdText : words.text}</p>
        <TextField
          label={bulk.reason}
          hint={bulk.reasonHint}
          value={reason}
          required={kind === 'dismiss'}
          optional={kind === 'hold'}
          maxLength={200}
          autoFocus
          onChange={setReason}
        />
      </Form>
    </Dialog>
  );
}

/**
 * Makes the claim of frequency 8. It needs the payer's number of the claim (REF*F8): of the last remittance, or else entered by the
 * person, who has it from the payer.
 */
function VoidDialog({ claim, onClose }: { readonly claim: ClaimDetail; readonly onClose: () => void }) {
  const words = texts.claim.actions;
  const isKnown = claim.payer_control_number !== undefined;
  const [number, setNumber] = useState('');
  const create = useAction(
    async () => {
      const created = isKnown
        ? await api('POST /api/claims/{id}/void', { id: claim.id })
        : await api('POST /api/claims', voidOf(claim, number.trim()));
      refreshClaims();
      onClose();
      navigate(`/claims/claim/${created.id}`);
    },
    { done: words.voided },
  );
  return (
    <Dialog
      title={words.voidTitle}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus={isKnown} onClick={onClose}>
            {texts.states.cancel}
          </Button>
          <Button kind="danger" type="submit" form="void" busy={create.isRunning}>
            {words.void}
          </Button>
        </>
      }
    >
      <Form id="void" onSubmit={() => create.run()} error={create.error}>
        <p>{words.voidText}</p>
        {!isKnown && (
          <TextField
            name="references.original_claim_number"
            label={texts.claim.facts.payerNumber}
            hint={words.voidNumberHint}
            value={number}
            maxLength={50}
            code
            required
            onChange={setNumber}
          />
        )}
      </Form>
    </Dialog>
  );
}

/** The content of the claim as a void of the payer's claim. A claim that was sent has all that a new claim needs. */
function voidOf(
  claim: ClaimDetail,
  original_claim_number: string,
): ApiInput<'POST /api/claims'> & ClaimContent {
  const { transaction, references, ...rest } = contentOf(claim);
  return { ...rest, frequency: '8', references: { ...references, original_claim_number } };
}

type Caution = (typeof cautions)[number];

/** Makes the claim for the next payer. It asks for other coverage that the claim does not name, and shows cautions to accept. */
function SecondaryDialog({ claim, onClose }: { readonly claim: ClaimDetail; readonly onClose: () => void }) {
  const codes = useX12Texts();
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
        rules={contractRules('POST /api/claims/{id}/secondary')}
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
                hint={codeMeaning('claim_filing', payer.claimFiling, codes)}
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
