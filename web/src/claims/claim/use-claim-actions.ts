import { useState } from 'preact/hooks';
import type { BulkOperation } from '#claims/bulk/contract.ts';
import type { ClaimDetail } from '#claims/claims/claim-fields.ts';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { refreshClaims } from '#web/claims/bulk/run-operation.ts';
import { skipText } from '#web/claims/bulk/skip-text.ts';
import { dollars } from '#web/claims/dollars.ts';
import { payerName } from '#web/claims/payer/payers.ts';
import { confirm } from '#web/components/dialog.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import type { ClaimAction } from './claim-actions.ts';

/** A dialog that an action opens. */
export type OpenDialog = 'release' | 'hold' | 'dismiss' | 'void' | 'secondary';

/** The actions of a claim page. */
export interface ClaimActions {
  readonly dialog: OpenDialog | undefined;
  readonly isRunning: boolean;
  closeDialog(): void;
  start(action: ClaimAction): void;
  /** Runs an operation of bulk work on this claim alone. */
  operate(operation: BulkOperation): Promise<void>;
}

/** Runs actions on a claim: at once, after a question, or through a dialog. */
export function useClaimActions(
  claim: ClaimDetail,
  { onEdit, onNote }: { readonly onEdit: () => void; readonly onNote: () => void },
): ClaimActions {
  const [dialog, setDialog] = useState<OpenDialog>();
  const words = texts.claim.actions;
  const operation = useAction(async (wanted: BulkOperation) => {
    const run = await api('POST /api/bulk-runs', {
      operation: wanted,
      selection: { claim_ids: [claim.id] },
    });
    const results = await api('GET /api/bulk-runs/{id}/claims', { id: run.id });
    const [result] = results.data;
    if (result?.outcome === 'skipped') toast({ text: skipText(result), tone: 'warning' });
    else toast({ text: words.done });
    refreshClaims();
  });
  const submit = useAction(
    async () => {
      await api('POST /api/clearhouse/submit', { claim_ids: [claim.id] });
      refreshClaims();
    },
    { done: words.submitted },
  );

  const operate = async (wanted: BulkOperation) => {
    setDialog(undefined);
    await operation.run(wanted);
  };
  const askSubmit = async () => {
    const text = words.submitText(payerName(claim.payer_id, claim.payer_name), dollars(claim.total_charge));
    if (await confirm({ title: words.submitTitle, text, action: words.submit })) await submit.run();
  };
  const handlers: Readonly<Record<ClaimAction, () => unknown>> = {
    edit: onEdit,
    note: onNote,
    submit: askSubmit,
    unhold: () => operate({ kind: 'unhold' }),
    restore: () => operate({ kind: 'restore' }),
    resend: () => operate({ kind: 'resend' }),
    open_replacement: () => openClaim(claim.corrected_by ?? claim.voided_by),
    open_secondary: () => openClaim(claim.secondary_claim_id),
    release: () => setDialog('release'),
    hold: () => setDialog('hold'),
    dismiss: () => setDialog('dismiss'),
    void: () => setDialog('void'),
    secondary: () => setDialog('secondary'),
  };
  return {
    dialog,
    isRunning: operation.isRunning || submit.isRunning,
    closeDialog: () => setDialog(undefined),
    start: (action) => void handlers[action](),
    operate,
  };
}

function openClaim(id: string | undefined): void {
  if (id !== undefined) navigate(`/claims/claim/${id}`);
}
