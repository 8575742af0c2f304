import { useState } from 'preact/hooks';
import type { Retention } from '#contract/claims/retention.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { CheckField, Form, NumberField, SelectField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';

const sixYears = 2192;
/** Shorter periods need a second confirmation. */
const aYear = 365;

/** Sets how long records are kept. */
export function PeriodDialog(props: {
  readonly period: Retention;
  readonly onSaved: (period: Retention) => void;
  readonly onClose: () => void;
}) {
  const { period, onSaved, onClose } = props;
  const [kind, setKind] = useState<'forever' | 'limited'>(
    period.retention_days === null ? 'forever' : 'limited',
  );
  const [days, setDays] = useState<number | undefined>(period.retention_days ?? sixYears);
  const [isAutomatic, setAutomatic] = useState(period.automatic);
  const [allowsShort, setAllowsShort] = useState(false);
  const words = texts.retention.period;
  const isShort = kind === 'limited' && days !== undefined && days < aYear;
  const save = useAction(
    async () => {
      const saved = await api(
        'PUT /api/admin/retention',
        {
          retention_days: kind === 'forever' ? null : (days ?? null),
          automatic: kind === 'limited' && isAutomatic,
          ...(isShort && allowsShort && { allow_short: true }),
        },
        { ifMatch: period },
      );
      onSaved(saved);
      onClose();
    },
    { done: words.saved },
  );
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.states.cancel}</Button>
          <Button kind="primary" type="submit" form="retention-period" busy={save.isRunning}>
            {words.save}
          </Button>
        </>
      }
    >
      <Form id="retention-period" error={save.error} onSubmit={() => save.run()}>
        <SelectField<'forever' | 'limited'>
          label={words.keep}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'forever', label: words.forever },
            { value: 'limited', label: words.limited },
          ]}
        />
        {kind === 'limited' && (
          <>
            <NumberField
              label={words.days}
              name="retention_days"
              hint={words.daysHint}
              required
              min={1}
              value={days}
              onChange={setDays}
            />
            {isShort && (
              <CheckField
                label={words.short}
                name="allow_short"
                hint={words.shortHint}
                value={allowsShort}
                onChange={setAllowsShort}
              />
            )}
            <CheckField
              label={words.automatic}
              name="automatic"
              value={isAutomatic}
              onChange={setAutomatic}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
