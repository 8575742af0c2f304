import { useMemo, useState } from 'preact/hooks';
import type { PickupDay, Stop } from '#contract/commerce/stop-fields.ts';
import { Badge } from '#web/components/badge.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Empty } from '#web/components/states.tsx';
import type { Query } from '#web/data/query.ts';
import { formatDay } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { cutOffText, hoursText } from './hours-text.ts';
import { StopPanel } from './stop-panel.tsx';

type Days = Readonly<Record<string, readonly PickupDay[]>>;

/** The stops with their times, cut-offs and next pickup days. A row opens the stop. */
export function StopList({
  stops,
  days,
  onEdit,
}: {
  readonly stops: Query<readonly Stop[]>;
  readonly days: Days | undefined;
  readonly onEdit: (stop: Stop) => void;
}) {
  const [openId, setOpenId] = useState<string>();
  const columns = useMemo(() => columnsOf(days), [days]);
  const open = stops.data?.find(({ id }) => id === openId);
  const words = texts.stops;
  return (
    <>
      <List
        label={words.list}
        rows={stops.data ?? []}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        onOpen={({ id }) => setOpenId(id)}
        openKey={openId}
        isLoading={stops.isLoading}
        error={stops.error}
        onRetry={stops.refresh}
        empty={<Empty icon="stop" title={words.emptyTitle} text={words.emptyDetail} />}
      />
      {open && (
        <StopPanel
          stop={open}
          onEdit={() => {
            setOpenId(undefined);
            onEdit(open);
          }}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  );
}

function columnsOf(days: Days | undefined): readonly Column<Stop>[] {
  const words = texts.stops;
  return [
    { id: 'name', label: words.form.name, width: '1.5fr', cell: ({ name }) => name },
    {
      id: 'hours',
      label: words.hours,
      width: '2fr',
      hideable: true,
      card: 'none',
      cell: ({ hours }) => hoursText(hours),
    },
    { id: 'cutOff', label: words.cutOff, width: '1.5fr', hideable: true, cell: cutOffText },
    {
      id: 'next',
      label: words.nextDay,
      width: '110px',
      cell: ({ id }) => {
        const day = days?.[id]?.[0];
        return day && formatDay(day.date);
      },
    },
    {
      id: 'capacity',
      label: words.capacity,
      width: '120px',
      align: 'end',
      hideable: true,
      card: 'none',
      cell: ({ capacity }) => capacity ?? words.noCapacity,
    },
    {
      id: 'state',
      label: words.state,
      width: '110px',
      card: 'value',
      cell: ({ is_active }) => (
        <Badge tone={is_active ? 'good' : 'neutral'}>{is_active ? words.active : words.closed}</Badge>
      ),
    },
  ];
}
