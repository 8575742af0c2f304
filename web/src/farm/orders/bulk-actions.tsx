import { useState } from 'preact/hooks';
import type { Order, OrderStatus } from '#contract/commerce/orders.ts';
import { errorText } from '#web/api/error-text.ts';
import type { BulkAction } from '#web/components/list.tsx';
import { toast } from '#web/components/toasts.tsx';
import { texts } from '#web/text/texts.ts';
import { type BulkResult, changeAll, changeable } from './bulk-change.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { refreshOrders } from './change-status.ts';

/** The bulk actions of the selected orders, and the dialog that is open for one of them. */
export interface Bulk {
  readonly actions: readonly BulkAction[];
  readonly cancelling: readonly Order[] | undefined;
  readonly cancel: (reason: string) => Promise<void>;
  readonly closeCancel: () => void;
}

/** Changes of the status of all selected orders. Orders that cannot take the step are left as they are. */
export function useBulkActions(
  chosen: readonly Order[],
  onChanged: (orders: readonly Order[]) => void,
): Bulk {
  const [cancelling, setCancelling] = useState<readonly Order[]>();
  const [progress, setProgress] = useState<string>();
  const { act, bulk } = texts.orders;
  const run = async (orders: readonly Order[], to: OrderStatus, reason: string) => {
    const total = changeable(orders, to).length;
    setProgress(bulk.running(0, total));
    const result = await changeAll(orders, to, reason, (done) => setProgress(bulk.running(done, total)));
    setProgress(undefined);
    report(result);
    onChanged(result.changed);
    if (result.waiting === 0) refreshOrders();
  };
  const action = (to: OrderStatus, label: string, start: () => void, danger = false): BulkAction => {
    const isPossible = changeable(chosen, to).length > 0;
    const reason = progress ?? (isPossible ? undefined : bulk.noneAllowed);
    return { id: to, label, danger, run: start, ...(reason !== undefined && { reason }) };
  };
  return {
    actions: [
      action('confirmed', act.confirm, () => void run(chosen, 'confirmed', '')),
      action('ready', act.ready, () => void run(chosen, 'ready', '')),
      action('completed', act.complete, () => void run(chosen, 'completed', '')),
      action('cancelled', act.cancel, () => setCancelling(chosen), true),
    ],
    cancelling,
    cancel: async (reason) => run(cancelling ?? [], 'cancelled', reason),
    closeCancel: () => setCancelling(undefined),
  };
}

/** The dialog of the bulk cancellation. */
export function BulkDialogs({ bulk: { cancelling, cancel, closeCancel } }: { readonly bulk: Bulk }) {
  if (cancelling === undefined) return null;
  const { cancelSelected } = texts.orders.dialog;
  return (
    <CancelDialog
      title={cancelSelected(changeable(cancelling, 'cancelled').length)}
      cancel={cancel}
      onClose={closeCancel}
    />
  );
}

function report({ changed, refused, waiting, error }: BulkResult): void {
  const { bulk, done } = texts.orders;
  const failure = error === undefined ? undefined : errorText(error).title;
  if (refused > 0) toast({ text: bulk.refused(changed.length, refused), detail: failure, tone: 'warning' });
  else toast({ text: bulk.done(changed.length), tone: 'good', ...(waiting > 0 && { detail: done.waiting }) });
}
