import type { Day } from '#calendar/days.ts';
import type { PickedStop } from '#contract/commerce/pick-lists.ts';
import { Link } from '#web/app/router.ts';
import { Icon } from '#web/components/icons.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { pickListPath, usePickList } from '../pick-list/pick-list-query.ts';

/** The orders of today's pickups that are not packed, by stop. */
export function PackToday({ today }: { readonly today: Day }) {
  const brand = useBrand();
  const list = usePickList(brand.id, today);
  const { toPackToday, nothingToPack, allPacked, openPickList } = texts.home;
  const data = list.data;
  const open = data ? data.order_count - data.packed_count : 0;
  return (
    <Section
      title={toPackToday}
      kind="card"
      actions={<Link to={pickListPath({ day: today })}>{openPickList}</Link>}
    >
      <div class="home-card-body">
        {list.isLoading && <Loading rows={3} />}
        {list.error !== undefined && !data && (
          <Failure error={list.error} onRetry={() => void list.refresh()} />
        )}
        {data && (
          <>
            <p class="home-big">
              {data.order_count === 0
                ? nothingToPack
                : open === 0
                  ? allPacked
                  : texts.orders.pick.toPack(open)}
            </p>
            <ul class="home-list">
              {data.stops.map((stop) => (
                <li key={stop.stop_id ?? ''}>
                  <StopRow stop={stop} today={today} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
  );
}

function StopRow({ stop, today }: { readonly stop: PickedStop; readonly today: Day }) {
  const { noStop, deletedStop, packedOf } = texts.home;
  const name = stop.name ?? (stop.stop_id === null ? noStop : deletedStop);
  const isDone = stop.packed_count === stop.order_count;
  return (
    <Link class="home-row" to={pickListPath({ day: today, ...(stop.stop_id && { stop: stop.stop_id }) })}>
      <span class="home-row-name">
        <Icon name={isDone ? 'check-circle' : 'stop'} small />
        {name}
      </span>
      <span class="home-row-value">{packedOf(stop.packed_count, stop.order_count)}</span>
    </Link>
  );
}
