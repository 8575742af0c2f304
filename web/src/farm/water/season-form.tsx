import { useState } from 'preact/hooks';
import type { WaterSettings } from '#contract/commerce/water-use.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { FieldRow, Form, SelectField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { AllocationField, allocationDraft, allocationOf } from '#web/farm/water/allocation-field.tsx';
import { ReadOnly } from '#web/farm/water/read-only.tsx';
import { formatNumber } from '#web/text/format.ts';
import { locale } from '#web/text/language.ts';
import { texts } from '#web/text/texts.ts';

/** First day of the season and allocation of the whole brand. */
export function SeasonForm({
  settings,
  reason,
}: {
  readonly settings: WaterSettings;
  readonly reason: string | undefined;
}) {
  const { water } = texts;
  const [month, setMonth] = useState(settings.season_start.slice(0, 2));
  const [day, setDay] = useState(settings.season_start.slice(3));
  const [allocation, setAllocation] = useState(allocationDraft(settings.allocation));
  const lastDay = daysOf(month);
  const shownDay = Number(day) > lastDay ? String(lastDay) : day;
  const save = useAction(
    async () => {
      await api(
        'PUT /api/v1/water-settings',
        {
          brand_id: settings.brand_id,
          season_start: `${month}-${shownDay}`,
          allocation: allocationOf(allocation),
        },
        { ifMatch: settings },
      );
      refreshAll('water');
    },
    { done: water.settingsSaved },
  );
  return (
    <Form
      label={water.settings}
      onSubmit={() => save.run()}
      error={save.error}
      actions={
        <Button type="submit" busy={save.isRunning} reason={reason} reasonAs="tip">
          {water.saveSettings}
        </Button>
      }
    >
      <ReadOnly reason={reason}>
        <FieldRow>
          <SelectField
            label={water.month}
            value={month}
            options={months}
            onChange={setMonth}
            hint={water.settingsText}
          />
          <SelectField
            label={water.day}
            value={shownDay}
            options={Array.from({ length: lastDay }, (_, index) => ({
              value: twoDigits(index + 1),
              label: formatNumber(index + 1),
            }))}
            onChange={setDay}
          />
        </FieldRow>
        <AllocationField label={water.wholeAllocation} draft={allocation} onChange={setAllocation} />
      </ReadOnly>
    </Form>
  );
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A season never begins on February 29. */
const daysOf = (month: string): number => new Date(Date.UTC(2025, Number(month), 0)).getUTCDate();

const monthNames = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, index) => ({
  value: twoDigits(index + 1),
  label: monthNames.format(new Date(Date.UTC(2025, index, 1))),
}));
