import { useState } from 'preact/hooks';
import { payerMayHave } from '#claims/claim/claim.ts';
import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import { decidedLanes } from '#contract/claims/decided-lanes.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, SelectField, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import type { ReleaseLane } from '../bulk/operations.ts';
import { type ClaimContent, contentOf } from './claim-content.ts';
import { SecondaryDialog } from './secondary-dialog.tsx';
import { type ClaimActions, refreshClaims } from './use-claim-actions.ts';

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
  const [isMissing, setMissing] = useState(false);
  const words = texts.claim.dismiss;
  const { bulk } = texts.board;
  const send = async () => {
    const text = reason.trim();
    if (kind === 'hold') await actions.operate({ kind, ...(text !== '' && { reason: text }) });
    else if (text === '') setMissing(true);
    else await actions.operate({ kind, reason: text });
  };
  return (
    <Dialog
      title={kind === 'hold' ? words.hold : words.title}
      onClose={actions.closeDialog}
      actions={
        <Button
          kind={kind === 'hold' ? 'primary' : 'danger'}
          busy={actions.isRunning}
          onClick={() => void send()}
        >
          {texts.claim.actions[kind]}
        </Button>
      }
    >
      <Form onSubmit={send}>
        <p>{kind === 'hold' ? words.holdText : words.text}</p>
        <TextField
          label={bulk.reason}
          hint={bulk.reasonHint}
          value={reason}
          required={kind === 'dismiss'}
          optional={kind === 'hold'}
          maxLength={200}
          autoFocus
          error={isMissing ? bulk.reasonNeeded : undefined}
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
  const [isMissing, setMissing] = useState(false);
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
  const send = async () => {
    const needsNumber = !isKnown && number.trim() === '';
    setMissing(needsNumber);
    if (!needsNumber) await create.run();
  };
  return (
    <Dialog
      title={words.voidTitle}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus={isKnown} onClick={onClose}>
            {texts.states.cancel}
          </Button>
          <Button kind="danger" busy={create.isRunning} onClick={() => void send()}>
            {words.void}
          </Button>
        </>
      }
    >
      <Form onSubmit={send} error={create.error}>
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
            error={isMissing ? words.voidNumberNeeded : undefined}
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
