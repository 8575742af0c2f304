import { useState } from 'preact/hooks';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { DateField, Form } from '#web/components/fields.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { clockTime, momentOf } from '#web/farm/calendar/clock-time.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

const hourMs = 3_600_000;

/** Asks when a campaign starts, in the time zone of the brand. */
export function ScheduleDialog({
  campaign,
  onClose,
  onScheduled,
}: {
  readonly campaign: Campaign;
  readonly onClose: () => void;
  readonly onScheduled: (campaign: Campaign) => void;
}) {
  const { timeZone } = useBrand();
  const words = texts.campaigns;
  const [value, setValue] = useState(() => clockTime(startOf(campaign), timeZone));
  const moment = momentOf(value, timeZone);
  const isPast = moment === undefined || moment.getTime() <= Date.now();
  const schedule = useAction(async (at: Date) =>
    api('POST /api/v1/campaigns/{id}/schedule', { id: campaign.id, scheduled_at: at.toISOString() }),
  );
  const submit = async () => {
    if (isPast) return;
    const scheduled = await schedule.run(moment);
    if (!scheduled) return;
    toast({ text: words.scheduled(formatDateTime(moment.toISOString(), timeZone)) });
    onScheduled(scheduled);
    onClose();
  };
  return (
    <Dialog
      title={words.scheduleTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.keep}</Button>
          <Button kind="primary" type="submit" form="schedule" busy={schedule.isRunning}>
            {words.schedule}
          </Button>
        </>
      }
    >
      <Form id="schedule" label={words.scheduleTitle} onSubmit={submit} error={schedule.error}>
        <DateField
          time
          name="scheduled_at"
          label={words.scheduleTime}
          hint={words.scheduleZone(timeZone)}
          value={value}
          min={clockTime(new Date(), timeZone)}
          onChange={setValue}
          error={isPast ? words.pastTime : undefined}
          autoFocus
        />
      </Form>
    </Dialog>
  );
}

/** The time of the schedule, else the next full hour. */
const startOf = ({ scheduled_at }: Campaign): Date =>
  scheduled_at === undefined
    ? new Date(Math.ceil((Date.now() + 60_000) / hourMs) * hourMs)
    : new Date(scheduled_at);
