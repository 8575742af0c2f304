import type { OrderStatus } from '#contract/commerce/orders.ts';
import type { PickedStop, PickList } from '#contract/commerce/pick-lists.ts';
import { Link } from '#web/app/router.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { pickListPath } from '../pick-list/pick-list-query.ts';

const shown: readonly OrderStatus[] = ['pending', 'confirmed', 'ready', 'completed'];

/** Today's pickups: how many orders of each stop are in each state. */
export function TodayByStop({ list }: { readonly list: PickList }) {
  const { today, status } = texts.orders;
  const nameOf = ({ name, stop_id }: PickedStop) =>
    name ?? (stop_id === null ? today.noStop : today.deletedStop);
  return (
    <Section
      title={today.title}
      actions={<Link to={pickListPath({ day: list.date })}>{today.openPickList}</Link>}
    >
      <DataTable
        label={today.title}
        rows={list.stops}
        rowKey={({ stop_id }) => stop_id ?? ''}
        columns={[
          {
            id: 'stop',
            label: today.stop,
            cell: (stop) => (
              <Link to={pickListPath({ day: list.date, ...(stop.stop_id && { stop: stop.stop_id }) })}>
                {nameOf(stop)}
              </Link>
            ),
          },
          ...shown.map((name) => ({
            id: name,
            label: status[name],
            align: 'end' as const,
            cell: (stop: PickedStop) => formatNumber(countOf(stop, name)),
          })),
          { id: 'total', label: today.total, align: 'end', cell: (stop) => formatNumber(stop.order_count) },
        ]}
      />
    </Section>
  );
}

const countOf = (stop: PickedStop, status: OrderStatus): number =>
  stop.orders.filter((order) => order.status === status).length;
