import { useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { Stop } from '#commerce/stops/contract.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Form } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { StopFields, stopForm } from './stop-fields.tsx';
import { stopTexts } from './stop-texts.ts';

/** Creates or edits a stop. A change by someone else in between is shown first. */
export function EditStop({
  stop,
  brandId,
  onClose,
}: {
  readonly stop: Stop | undefined;
  readonly brandId: string;
  readonly onClose: () => void;
}) {
  const [base, setBase] = useState(stop);
  const [form, setForm] = useState(() => stopForm(stop));
  const [isConflict, setConflict] = useState(false);
  const words = stopTexts.form;
  const save = useAction(async () => {
    try {
      if (base === undefined) await api('POST /api/v1/stops', { brand_id: brandId, ...form });
      else await api('PUT /api/v1/stops/{id}', { id: base.id, ...form }, { ifMatch: base });
      toast({ text: base === undefined ? stopTexts.created : stopTexts.done, tone: 'good' });
      onClose();
      refreshAll('selling');
    } catch (error) {
      if (base === undefined || !isApiError(error, 'precondition_failed')) throw error;
      const current = await api('GET /api/v1/stops/{id}', { id: base.id });
      setBase(current);
      setForm(stopForm(current));
      setConflict(true);
    }
  });
  return (
    <Dialog
      title={stop === undefined ? words.newTitle : words.editTitle(stop.name)}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form="edit-stop"
            busy={save.isRunning}
            reason={form.hours.length === 0 ? words.noTimes : undefined}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/stops')}
        id="edit-stop"
        onSubmit={() => save.run()}
        error={save.error}
      >
        {isConflict && (
          <Notice tone="warning" isNew>
            {stopTexts.conflict}
          </Notice>
        )}
        <StopFields form={form} onChange={setForm} />
      </Form>
    </Dialog>
  );
}
