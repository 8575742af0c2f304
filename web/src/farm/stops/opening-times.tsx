import type { Stop } from '#contract/commerce/stop-fields.ts';
import { Button } from '#web/components/button.tsx';
import { SelectField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import { weekdays } from './stop-form.ts';
import { TimeField } from './time-field.tsx';
import './stops.css';

type Hours = Stop['hours'][number];

/** The opening times of a stop, one line each. */
export function OpeningTimes({
  hours,
  onChange,
}: {
  readonly hours: Stop['hours'];
  readonly onChange: (hours: Stop['hours']) => void;
}) {
  const { stops } = texts;
  const change = (place: number, part: Partial<Hours>) =>
    onChange(hours.map((one, index) => (index === place ? { ...one, ...part } : one)));
  const next = weekdays.find((day) => hours.every(({ weekday }) => weekday !== day)) ?? 'saturday';
  return (
    <fieldset class="stop-times">
      <legend>{stops.hours}</legend>
      {hours.map((one, index) => (
        <div class="stop-time" key={index}>
          <SelectField
            label={stops.form.weekday}
            labelHidden={index > 0}
            name={`hours.${index}.weekday`}
            value={one.weekday}
            onChange={(weekday) => change(index, { weekday })}
            options={weekdays.map((value) => ({ value, label: stops.weekday[value] }))}
          />
          <TimeField
            label={stops.form.opens}
            labelHidden={index > 0}
            name={`hours.${index}.opens`}
            value={one.opens}
            onChange={(opens) => change(index, { opens })}
          />
          <TimeField
            label={stops.form.closes}
            labelHidden={index > 0}
            name={`hours.${index}.closes`}
            value={one.closes}
            onChange={(closes) => change(index, { closes })}
          />
          <Button
            kind="quiet"
            icon="close"
            label={stops.form.removeTime(stops.weekday[one.weekday])}
            onClick={() => onChange(hours.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <Button
        small
        icon="plus"
        onClick={() => onChange([...hours, { weekday: next, opens: '09:00', closes: '12:00' }])}
      >
        {stops.form.addTime}
      </Button>
    </fieldset>
  );
}
