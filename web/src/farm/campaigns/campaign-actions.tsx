import { useState } from 'preact/hooks';
import type { Campaign } from '#commerce/campaigns/contract.ts';
import { canMove, isEditable } from '#commerce/campaigns/rules.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { confirm, Dialog } from '#web/components/dialog.tsx';
import { DateField, Form } from '#web/components/fields.tsx';
import { MainAction } from '#web/components/page.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { clockTime, momentOf } from '#web/farm/calendar/clock-time.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDateTime } from '#web/text/format.ts';
import { campaignTexts } from './campaign-texts.ts';

/** What can be done with a campaign in its state: send, schedule, pause, cancel, send unknown messages again. */
export function CampaignActions({
  campaign,
  reach,
  unknown,
  reason,
  startReason,
  onChange,
}: {
  readonly campaign: Campaign;
  /** Whom the campaign reaches, in words. */
  readonly reach: string;
  readonly unknown: number;
  readonly reason: string | undefined;
  /** Why the campaign cannot be sent or scheduled now. */
  readonly startReason: string | undefined;
  readonly onChange: (campaign: Campaign) => void;
}) {
  const words = campaignTexts;
  const { id, name, status } = campaign;
  const [isScheduling, setScheduling] = useState(false);
  const send = useAction(() => api('POST /api/v1/campaigns/{id}/send', { id }), { done: words.sent });
  const resume = useAction(() => api('POST /api/v1/campaigns/{id}/send', { id }), { done: words.continued });
  const unschedule = useAction(() => api('PATCH /api/v1/campaigns/{id}', { id, scheduled_at: null }), {
    done: words.unscheduled,
  });
  const pause = useAction(() => api('POST /api/v1/campaigns/{id}/pause', { id }), { done: words.paused });
  const cancel = useAction(() => api('POST /api/v1/campaigns/{id}/cancel', { id }), {
    done: words.cancelled,
  });
  const resend = useAction(() => api('POST /api/v1/campaigns/{id}/resend-unknown', { id }), {
    done: words.resent,
  });
  const actions = [send, resume, unschedule, pause, cancel, resend];
  const isBusy = actions.some(({ isRunning }) => isRunning);

  const run = async (action: { run: () => Promise<Campaign | undefined> }) => {
    const changed = await action.run();
    if (changed) onChange(changed);
  };
  const ask = async (
    question: Parameters<typeof confirm>[0],
    action: { run: () => Promise<Campaign | undefined> },
  ) => {
    if (await confirm(question)) await run(action);
  };
  const button = (
    label: string,
    onClick: () => void,
    kind: 'primary' | 'secondary' = 'secondary',
    blocked: string | undefined = reason,
  ) => (
    <Button kind={kind} busy={isBusy} reason={blocked} reasonAs="tip" onClick={onClick}>
      {label}
    </Button>
  );
  const canStart = isEditable(campaign);
  return (
    <>
      {canMove(campaign, 'cancelled') &&
        button(words.cancel, () =>
          ask(
            {
              title: words.cancelTitle(name),
              text: words.cancelText,
              action: words.cancelConfirm,
              cancel: words.keep,
              danger: true,
            },
            cancel,
          ),
        )}
      {status === 'scheduled' && button(words.unschedule, () => run(unschedule))}
      {canStart && button(words.schedule, () => setScheduling(true), 'secondary', reason ?? startReason)}
      {canMove(campaign, 'paused') && button(words.pause, () => run(pause))}
      {status === 'paused' && <MainAction>{button(words.continue, () => run(resume), 'primary')}</MainAction>}
      {status === 'sent' &&
        unknown > 0 &&
        button(words.resend, () =>
          ask({ title: words.resendTitle, text: words.resendText(unknown), action: words.resend }, resend),
        )}
      {canStart && (
        <MainAction>
          {button(
            words.sendNow,
            () =>
              ask({ title: words.sendTitle(name), text: words.sendText(reach), action: words.sendNow }, send),
            'primary',
            reason ?? startReason,
          )}
        </MainAction>
      )}
      {isScheduling && (
        <ScheduleDialog campaign={campaign} onClose={() => setScheduling(false)} onScheduled={onChange} />
      )}
    </>
  );
}

const hourMs = 3_600_000;

/** Asks when a campaign starts, in the time zone of the brand. */
function ScheduleDialog({
  campaign,
  onClose,
  onScheduled,
}: {
  readonly campaign: Campaign;
  readonly onClose: () => void;
  readonly onScheduled: (campaign: Campaign) => void;
}) {
  const { timeZone } = useBrand();
  const words = campaignTexts;
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
      <Form
        rules={contractRules('POST /api/v1/campaigns/{id}/schedule')}
        id="schedule"
        label={words.scheduleTitle}
        onSubmit={submit}
        error={schedule.error}
      >
        <DateField
          time
          name="scheduled_at"
          label={words.scheduleTime}
          hint={words.scheduleZone(timeZone)}
          value={value}
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
