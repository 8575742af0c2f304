import { useState } from 'preact/hooks';
import { payerMayHave } from '#claims/claim/claim.ts';
import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import { decidedLanes } from '#contract/claims/decided-lanes.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, SelectField, TextField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import type { ReleaseLane } from '../bulk/operations.ts';
import { SecondaryDialog } from './secondary-dialog.tsx';
import type { ClaimActions } from './use-claim-actions.ts';
import { VoidDialog } from './void-dialog.tsx';

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
