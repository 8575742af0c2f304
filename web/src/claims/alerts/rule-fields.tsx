import { usePayers } from '#web/claims/payer/payers.ts';
import { FieldRow, MoneyField, NumberField, SelectField, TextField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import { fieldsOf, type Kind, kinds, type RuleForm } from './rule-form.ts';

interface PartProps {
  readonly form: RuleForm;
  readonly onChange: (changed: Partial<RuleForm>) => void;
}

/** What the rule watches, with the thresholds of its kind. */
export function ConditionFields({ form, onChange }: PartProps) {
  const words = texts.alerts;
  const labels = words.form;
  const payers = usePayers();
  const has = fieldsOf(form.kind);
  return (
    <>
      <SelectField<Kind>
        label={labels.kind}
        name="condition.kind"
        hint={words.hints[form.kind]}
        value={form.kind}
        onChange={(kind) => onChange({ kind })}
        options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
      />
      <FieldRow>
        {has.payer && (
          <SelectField
            label={labels.payer}
            name="condition.payer_id"
            value={form.payerId}
            onChange={(payerId) => onChange({ payerId })}
            options={[
              { value: '', label: labels.allPayers },
              ...(payers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        {has.hours && (
          <NumberField
            label={labels.hours}
            name="condition.hours"
            value={form.hours}
            onChange={(hours) => onChange({ hours })}
            min={1}
          />
        )}
        {has.days && (
          <NumberField
            label={labels.days}
            name="condition.older_than_days"
            value={form.days}
            onChange={(days) => onChange({ days })}
            min={0}
          />
        )}
        {has.minutes && (
          <NumberField
            label={labels.minutes}
            name="condition.older_than_minutes"
            value={form.minutes}
            onChange={(minutes) => onChange({ minutes })}
            min={1}
          />
        )}
        {has.count && (
          <NumberField
            label={labels.count}
            name="condition.count"
            hint={labels.thresholdHint}
            optional
            value={form.count}
            onChange={(count) => onChange({ count })}
            min={1}
          />
        )}
        {has.amount && (
          <MoneyField
            label={labels.amount}
            name="condition.amount"
            hint={labels.thresholdHint}
            optional
            currency="USD"
            value={form.amount}
            onChange={(amount) => onChange({ amount })}
            min={0}
          />
        )}
      </FieldRow>
    </>
  );
}

/** How often an alert is sent. */
export function ScheduleFields({ form, onChange }: PartProps) {
  const labels = texts.alerts.form;
  return (
    <FieldRow>
      <SelectField<RuleForm['mode']>
        label={labels.mode}
        name="schedule.mode"
        value={form.mode}
        onChange={(mode) => onChange({ mode })}
        options={(['immediate', 'daily'] as const).map((value) => ({ value, label: labels.modes[value] }))}
      />
      {form.mode === 'immediate' ? (
        <NumberField
          label={labels.window}
          name="schedule.window_minutes"
          value={form.window}
          onChange={(window) => onChange({ window })}
          min={5}
        />
      ) : (
        <NumberField
          label={labels.hour}
          name="schedule.hour"
          value={form.hour}
          onChange={(hour) => onChange({ hour })}
          min={0}
          max={23}
        />
      )}
    </FieldRow>
  );
}

/** Who gets the alert: e-mail addresses or one webhook. */
export function RecipientFields({ form, onChange }: PartProps) {
  const labels = texts.alerts.form;
  return (
    <FieldRow>
      <SelectField<RuleForm['to']>
        label={labels.to}
        value={form.to}
        onChange={(to) => onChange({ to })}
        options={(['emails', 'webhook'] as const).map((value) => ({
          value,
          label: labels.recipients[value],
        }))}
      />
      {form.to === 'emails' ? (
        <TextField
          label={labels.emails}
          name="recipients.emails"
          hint={labels.emailsHint}
          inputmode="email"
          value={form.emails}
          onChange={(emails) => onChange({ emails })}
          required
        />
      ) : (
        <TextField
          label={labels.webhook}
          name="recipients.webhook_url"
          hint={labels.webhookHint}
          type="url"
          value={form.webhook}
          onChange={(webhook) => onChange({ webhook })}
          required
        />
      )}
    </FieldRow>
  );
}
