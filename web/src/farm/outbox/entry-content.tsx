import type { Field } from '#commerce/water/water-fields.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { fieldNameOf } from '#web/farm/water/water-data.ts';
import type { NewOrder, Theirs, WaterLogFields, Write } from '#web/offline/outbox-entry.ts';
import type { Taken } from '#web/offline/sale.ts';
import { useBrand } from '#web/session/session.ts';
import { formatAmount, formatDate, formatDateTime, formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { byId, lineName, useCatalog } from '../selling/catalog.ts';
import { stopName, useStops } from '../stops/stop-list.ts';

interface Member {
  readonly id: string;
  readonly label: string;
  readonly value: string;
}

/** What an entry of the outbox writes. */
export function DraftFacts({ write, fields }: { readonly write: Write; readonly fields: readonly Field[] }) {
  const { offline, orders } = texts;
  if (write.kind === 'create_order') return <OrderFacts order={write.order} taken={write.taken} />;
  if (write.kind === 'order_status') {
    const change = offline.statusChange(orders.status[write.from], orders.status[write.to]);
    return <Facts facts={[{ label: offline.status, value: change }]} />;
  }
  const shown = write.kind === 'delete_water_log' ? write.before : write.after;
  return (
    <Facts
      facts={membersOf(shown, fields).map(({ label, value }) => ({
        label,
        value: value === offline.none ? undefined : value,
      }))}
    />
  );
}

/** An order as it was taken, with the names and prices of its items. */
function OrderFacts({ order, taken }: { readonly order: NewOrder; readonly taken: Taken | undefined }) {
  const { one, fulfillment, method } = texts.orders;
  const { id, currency } = useBrand();
  const catalog = byId(useCatalog(id).data);
  const stops = useStops(id);
  const items = order.items.map(
    (line) =>
      `${formatNumber(line.quantity)} × ${lineName(catalog, line) ?? one.deletedProduct} ${formatAmount(line.price, currency)}`,
  );
  return (
    <Facts
      facts={[
        { label: one.customer, value: order.customer_name ?? order.customer_email ?? order.customer_phone },
        { label: one.lines, value: items.join(', ') },
        { label: one.delivery, value: fulfillment[order.fulfillment ?? 'pickup'] },
        { label: one.stop, value: stopName(stops.data, order.stop_id) },
        { label: one.pickupDate, value: order.pickup_date && formatDate(order.pickup_date) },
        { label: one.promoCode, value: order.promo_code },
        { label: one.notes, value: order.notes },
        ...(taken ? [{ label: method[taken.method], value: formatMoney(taken.amountCents, currency) }] : []),
      ]}
    />
  );
}

/** The version of the person beside the one of the service. Values that differ are bold. */
export function VersionTable({
  write,
  theirs,
  fields,
}: {
  readonly write: Write;
  readonly theirs: Theirs;
  readonly fields: readonly Field[];
}) {
  const { offline } = texts;
  const mine = mineOf(write, fields);
  const stored = theirsOf(theirs, fields);
  const ids = [...new Set([...mine, ...stored].map(({ id }) => id))];
  const rows = ids.map((id) => {
    const one = mine.find((member) => member.id === id);
    const other = stored.find((member) => member.id === id);
    return { id, label: (one ?? other)?.label ?? '', mine: one?.value, theirs: other?.value };
  });
  const absent = (isDeleted: boolean) => (isDeleted ? offline.deleted : offline.none);
  const cell = (row: (typeof rows)[number], value: string) => (
    <span class={row.mine === row.theirs ? undefined : 'outbox-differs'}>{value}</span>
  );
  return (
    <DataTable
      label={offline.compare}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { id: 'member', label: offline.member, cell: ({ label }) => label },
        {
          id: 'mine',
          label: offline.mine,
          cell: (row) => cell(row, row.mine ?? absent(write.kind === 'delete_water_log')),
        },
        {
          id: 'theirs',
          label: offline.theirs,
          cell: (row) => cell(row, row.theirs ?? absent(theirs.kind === 'deleted')),
        },
      ]}
    />
  );
}

function mineOf(write: Write, fields: readonly Field[]): readonly Member[] {
  switch (write.kind) {
    case 'order_status':
      return [statusOf(write.to)];
    case 'create_order':
    case 'delete_water_log':
      return [];
    default:
      return membersOf(write.after, fields);
  }
}

function theirsOf(theirs: Theirs, fields: readonly Field[]): readonly Member[] {
  switch (theirs.kind) {
    case 'order':
      return [statusOf(theirs.status)];
    case 'water_log':
      return membersOf(theirs.record, fields);
    case 'deleted':
      return [];
  }
}

const statusOf = (status: keyof typeof texts.orders.status): Member => ({
  id: 'status',
  label: texts.offline.status,
  value: texts.orders.status[status],
});

function membersOf(entry: WaterLogFields, fields: readonly Field[]): readonly Member[] {
  const { water, offline } = texts;
  const { gallons, duration_minutes, water_method, logged_at, notes } = entry;
  const minutes =
    duration_minutes === undefined ? offline.none : `${formatNumber(duration_minutes)} ${water.minutes}`;
  return [
    { id: 'field', label: water.field, value: fieldNameOf(entry, fields) ?? water.noField },
    { id: 'gallons', label: water.gallons, value: formatNumber(gallons) },
    {
      id: 'method',
      label: water.method,
      value: water_method === undefined ? water.noMethod : water.methods[water_method],
    },
    { id: 'duration', label: water.duration, value: minutes },
    { id: 'when', label: water.when, value: formatDateTime(logged_at) },
    { id: 'notes', label: water.notes, value: notes ?? offline.none },
  ];
}
