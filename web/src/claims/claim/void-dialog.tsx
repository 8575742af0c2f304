import { useState } from 'preact/hooks';
import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { type ClaimContent, contentOf } from './claim-content.ts';
import { refreshClaims } from './use-claim-actions.ts';

/**
 * Makes the claim of frequency 8. It needs the payer's number of the claim (REF*F8): of the last remittance, or else entered by the
 * person, who has it from the payer.
 */
export function VoidDialog({
  claim,
  onClose,
}: {
  readonly claim: ClaimDetail;
  readonly onClose: () => void;
}) {
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
