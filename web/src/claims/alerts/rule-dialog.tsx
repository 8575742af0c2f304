import { useState } from 'preact/hooks';
import type { AlertRule } from '#contract/claims/alerts/records.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { CopyButton } from '#web/components/copy-button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { ConditionFields, RecipientFields, ScheduleFields } from './rule-fields.tsx';
import { formOf, inputOf, type RuleForm } from './rule-form.ts';

/** Creates or changes a rule. A new webhook address shows its signing secret once. */
export function RuleDialog(props: {
  readonly rule: AlertRule | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const { rule, onSaved, onClose } = props;
  const [form, setForm] = useState(() => formOf(rule));
  const [secret, setSecret] = useState<string>();
  const words = texts.alerts.form;
  const save = useAction(
    async () => {
      const input = inputOf(form, rule);
      const saved =
        rule === undefined
          ? await api('POST /api/admin/alert-rules', input)
          : await api('PUT /api/admin/alert-rules/{id}', { id: rule.id, ...input }, { ifMatch: rule });
      onSaved();
      if (saved.secret === undefined) onClose();
      else setSecret(saved.secret);
    },
    { done: words.saved },
  );
  const change = (changed: Partial<RuleForm>) => setForm({ ...form, ...changed });
  return (
    <Dialog
      title={rule === undefined ? words.createTitle : words.editTitle}
      wide
      onClose={onClose}
      actions={
        secret === undefined ? (
          <>
            <Button onClick={onClose}>{texts.states.cancel}</Button>
            <Button kind="primary" type="submit" form="alert-rule" busy={save.isRunning}>
              {words.save}
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={onClose}>
            {texts.states.close}
          </Button>
        )
      }
    >
      {secret === undefined ? (
        <Form id="alert-rule" error={save.error} onSubmit={() => save.run()}>
          <TextField
            label={words.name}
            name="name"
            hint={words.nameHint}
            value={form.name}
            onChange={(name) => change({ name })}
            required
            autoFocus
          />
          <ConditionFields form={form} onChange={change} />
          <ScheduleFields form={form} onChange={change} />
          <RecipientFields form={form} onChange={change} />
        </Form>
      ) : (
        <Notice tone="warning" isNew title={words.secretTitle}>
          <p>
            <code>{secret}</code> <CopyButton text={secret}>{words.copySecret}</CopyButton>
          </p>
          <p>{words.secretText}</p>
        </Notice>
      )}
    </Dialog>
  );
}
