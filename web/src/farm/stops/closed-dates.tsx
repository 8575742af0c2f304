import { useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { DateField } from '#web/components/fields.tsx';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './stops.css';

/** Days on which a stop is closed. */
export function ClosedDates({
  dates,
  onChange,
}: {
  readonly dates: readonly string[];
  readonly onChange: (dates: readonly string[]) => void;
}) {
  const [day, setDay] = useState('');
  const { form } = texts.stops;
  return (
    <div class="stop-closed">
      <div class="stop-closed-add">
        <DateField
          label={form.closedDates}
          name="closed_dates"
          hint={form.closedDatesHint}
          value={day}
          onChange={setDay}
        />
        <Button
          icon="plus"
          onClick={() => {
            if (day !== '' && !dates.includes(day)) onChange([...dates, day].toSorted());
            setDay('');
          }}
        >
          {form.addDate}
        </Button>
      </div>
      {dates.length > 0 && (
        <ul class="stop-dates">
          {dates.map((one) => (
            <li key={one}>
              {formatDate(one)}
              <Button
                kind="quiet"
                small
                icon="close"
                label={form.removeDate(formatDate(one))}
                onClick={() => onChange(dates.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
