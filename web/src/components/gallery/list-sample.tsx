import { useMemo, useState } from 'preact/hooks';
import { panelSteps, useAddressPanel } from '#web/data/address-state.ts';
import { formatAmount, formatDate } from '#web/text/format.ts';
import { Badge, type Tone } from '../badge.tsx';
import { Button } from '../button.tsx';
import { Facts } from '../facts.tsx';
import { type Column, List } from '../list.tsx';
import { Menu } from '../menu.tsx';
import { Panel } from '../panel.tsx';
import { Empty } from '../states.tsx';
import { toast } from '../toasts.tsx';

interface Sample {
  readonly id: string;
  readonly customer: string;
  readonly stop: string;
  readonly state: string;
  readonly tone: Tone;
  readonly total: number;
  readonly placed: string;
}

const customers = [
  'Rosa Jiménez',
  'Peter Lang',
  'Green Table Restaurant',
  'A. Okafor',
  'Sunday Market Cooperative',
];
const stops = ['Oak Street', 'Farm stand', 'Riverside School'];
const states: readonly (readonly [string, Tone])[] = [
  ['To pack', 'warning'],
  ['Packed', 'info'],
  ['Picked up', 'good'],
  ['Canceled', 'neutral'],
];

const columns: readonly Column<Sample>[] = [
  {
    id: 'number',
    label: 'Order',
    cell: ({ id }) => `#${id}`,
    width: '100px',
    sort: (a, b) => Number(a.id) - Number(b.id),
  },
  {
    id: 'customer',
    label: 'Customer',
    cell: ({ customer }) => customer,
    sort: (a, b) => a.customer.localeCompare(b.customer),
  },
  { id: 'stop', label: 'Stop', cell: ({ stop }) => stop, hideable: true },
  {
    id: 'state',
    label: 'State',
    cell: ({ state, tone }) => <Badge tone={tone}>{state}</Badge>,
    width: '130px',
  },
  { id: 'placed', label: 'Placed', cell: ({ placed }) => formatDate(placed), width: '120px', hideable: true },
  {
    id: 'total',
    label: 'Total',
    cell: ({ total }) => formatAmount(total, 'USD'),
    align: 'end',
    width: '110px',
    sort: (a, b) => a.total - b.total,
  },
  {
    id: 'actions',
    label: 'Actions',
    cell: ({ id }) => <Menu small label={`Actions of #${id}`} items={[{ label: 'Print', icon: 'print' }]} />,
    width: '48px',
    align: 'end',
    card: 'none',
  },
];

/** A list with selection, bulk actions and a panel. */
export function ListSample({ rows: count }: { readonly rows: number }) {
  const rows = useMemo(() => Array.from({ length: count }, (_, place) => sampleOf(place)), [count]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const panel = useAddressPanel('open');
  const order = rows.find(({ id }) => id === panel.shown);
  return (
    <>
      <List<Sample>
        label="Orders"
        rows={rows}
        columns={columns}
        rowKey={keyOf}
        rowLabel={labelOf}
        panel={panel}
        pageOf={({ id }) => `/orders/${id}`}
        selection={{ selected, onChange: setSelected }}
        bulkActions={[
          {
            id: 'pack',
            label: 'Mark as packed',
            icon: 'check',
            run: () => toast({ text: `${selected.size} packed` }),
          },
          { id: 'cancel', label: 'Cancel', reason: 'Picked up orders cannot be canceled', run: () => {} },
        ]}
        empty={<Empty title="No orders yet" />}
      />
      {order && (
        <Panel
          title={`Order #${order.id}`}
          note={<Badge tone={order.tone}>{order.state}</Badge>}
          to={`/orders/${order.id}`}
          {...panelSteps(panel, rows, keyOf)}
          actions={
            <Button kind="primary" onClick={() => toast({ text: 'Packed', undo: () => {}, tone: 'good' })}>
              Mark as packed
            </Button>
          }
        >
          <Facts
            facts={[
              { label: 'Customer', value: order.customer },
              { label: 'Stop', value: order.stop },
              { label: 'Placed', value: formatDate(order.placed) },
              { label: 'Total', value: formatAmount(order.total, 'USD') },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

const keyOf = ({ id }: Sample): string => id;
const labelOf = ({ id }: Sample): string => `order #${id}`;

function sampleOf(place: number): Sample {
  const [state = '', tone = 'neutral'] = states[(place * 7) % states.length] ?? [];
  return {
    id: String(1000 + place),
    customer: customers[(place * 3) % customers.length] ?? '',
    stop: stops[place % stops.length] ?? '',
    state,
    tone,
    total: ((place * 1373) % 20000) / 100,
    placed: `2026-02-${String((place % 28) + 1).padStart(2, '0')}`,
  };
}
