import type { Stop } from '#contract/commerce/stop-fields.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { mayEdit } from '#web/session/session.ts';
import { formatDate, formatDay, formatTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { pickListPath } from '../pick-list/pick-list-query.ts';
import { usePickupDays } from '../selling/pickup-days.ts';
import { clock, cutOffText } from './hours-text.ts';
import { inOrder } from './stop-form.ts';

const shownDays = 5;

/** A stop beside its list: times, rules, and the next pickup days with their orders. */
export function StopPanel({
  stop,
  onEdit,
  onClose,
}: {
  readonly stop: Stop;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}) {
  const words = texts.stops;
  const days = usePickupDays(stop.id);
  const reason = mayEdit() ? undefined : words.viewerReason;
  const remove = useAction(
    async () => {
      await api('DELETE /api/v1/stops/{id}', { id: stop.id }, { ifMatch: stop });
      onClose();
      refreshAll('selling');
    },
    { done: words.deleted },
  );
  const ask = async () => {
    const question = {
      title: words.deleteTitle(stop.name),
      text: words.deleteEffect,
      action: words.delete,
      danger: true,
    };
    if (await confirm(question)) await remove.run();
  };
  return (
    <Panel
      title={stop.name}
      note={
        <Badge tone={stop.is_active ? 'good' : 'neutral'}>
          {stop.is_active ? words.active : words.closed}
        </Badge>
      }
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" icon="edit" reason={reason} reasonAs="tip" onClick={onEdit}>
            {words.edit}
          </Button>
          <Button
            icon="trash"
            reason={reason}
            reasonAs="tip"
            busy={remove.isRunning}
            onClick={() => void ask()}
          >
            {words.delete}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          { label: words.form.address, value: stop.address },
          {
            label: words.hours,
            value: (
              <ul>
                {inOrder(stop.hours).map(({ weekday, opens, closes }) => (
                  <li key={`${weekday} ${opens}`}>
                    {words.weekday[weekday]} {clock(opens)} – {clock(closes)}
                  </li>
                ))}
              </ul>
            ),
          },
          { label: words.cutOff, value: cutOffText(stop) },
          { label: words.capacity, value: stop.capacity ?? words.noCapacity },
          {
            label: words.form.closedDates,
            value: stop.closed_dates?.map((day) => formatDate(day)).join(', '),
          },
          { label: words.form.notes, value: stop.notes },
        ]}
      />
      <Section title={words.days}>
        {days.isLoading && <Loading rows={3} />}
        {days.error !== undefined && days.data === undefined && (
          <Failure error={days.error} onRetry={() => void days.refresh()} />
        )}
        {days.data?.length === 0 && <p>{words.noNext}</p>}
        <ul class="stop-days">
          {days.data?.slice(0, shownDays).map((day) => (
            <li key={day.date}>
              <Link to={pickListPath({ day: day.date, stop: stop.id })}>{formatDay(day.date)}</Link>
              <span>
                {day.capacity === undefined
                  ? words.ordersOf(day.orders)
                  : words.ordersOfCapacity(day.orders, day.capacity)}
                {day.is_full && ` · ${words.full}`}
              </span>
              <span>{words.orderUntil(`${formatDay(day.cut_off)}, ${formatTime(day.cut_off)}`)}</span>
            </li>
          ))}
        </ul>
      </Section>
    </Panel>
  );
}
