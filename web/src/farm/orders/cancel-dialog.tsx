import { useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';

/** Asks for the reason of a cancellation, and cancels. Stays open with the error if that fails. */
export function CancelDialog({
  title,
  cancel,
  onClose,
}: {
  readonly title: string;
  readonly cancel: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const { dialog, act } = texts.orders;
  const action = useAction(async () => {
    await cancel(reason.trim());
    onClose();
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialog.keep}</Button>
          <Button kind="danger" type="submit" form="cancel-order" busy={action.isRunning}>
            {act.cancel}
          </Button>
        </>
      }
    >
      <Form id="cancel-order" onSubmit={() => action.run()} error={action.error}>
        <p>{dialog.cancelEffect}</p>
        <TextField
          label={dialog.reason}
          name="reason"
          hint={dialog.reasonHint}
          optional
          autoFocus
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      </Form>
    </Dialog>
  );
}
