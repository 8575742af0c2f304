import type { Segment } from '#commerce/segments/contract.ts';
import { Button } from '#web/components/button.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page } from '#web/components/page.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressPanel } from '#web/data/address-state.ts';
import { awayDays, awayFilter } from '#web/farm/customers/customer-list.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { type FilterNames, filterWords, useFilterNames } from './filter-words.ts';
import { useSegmentCount, useSegments } from './segment-list.ts';
import { SegmentPanel } from './segment-panel.tsx';
import './segments.css';

/** Saved filters of customers, each with the people that it selects now. */
export default function SegmentsPage() {
  const brand = useBrand();
  const words = texts.customers.segment;
  const panel = useAddressPanel('open');
  const added = useAddressPanel('new');
  const segments = useSegments(brand.id);
  const names = useFilterNames();
  const rows = segments.data ?? [];
  const reason = mayEdit() ? undefined : texts.customers.viewerReason;
  const add = (
    <Button kind="primary" icon="plus" reason={reason} reasonAs="tip" onClick={() => added.show('yes')}>
      {words.add}
    </Button>
  );
  return (
    <Page
      title={words.title}
      answer={segments.data && rows.length > 0 && words.question(rows.length)}
      note={words.lead}
      primary={add}
    >
      <List
        label={words.listLabel}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        columns={segmentColumns(names)}
        panel={panel}
        error={segments.error}
        onRetry={() => void segments.refresh()}
        isLoading={segments.isLoading}
        empty={<Empty title={words.empty} text={words.emptyText} icon="filter" />}
      />
      {added.shown !== undefined && (
        <SegmentPanel
          key="new"
          segment={undefined}
          initial={
            added.shown === 'away'
              ? { name: texts.customers.awayName(awayDays), filter: awayFilter }
              : undefined
          }
          names={names}
          steps={{ onClose: added.close }}
        />
      )}
      <RecordPanel
        panel={panel}
        title={words.title}
        rows={rows}
        rowKey={({ id }) => id}
        isLoading={segments.isLoading}
      >
        {(segment, steps) => <SegmentPanel segment={segment} names={names} steps={steps} />}
      </RecordPanel>
    </Page>
  );
}

function segmentColumns(names: FilterNames): readonly Column<Segment>[] {
  const { columns } = texts.customers.segment;
  return [
    { id: 'name', label: columns.name, cell: ({ name }) => name },
    { id: 'filter', label: columns.filter, cell: ({ filter }) => filterWords(filter, names), width: '2fr' },
    {
      id: 'count',
      label: columns.count,
      align: 'end',
      width: '110px',
      card: 'value',
      cell: (segment) => <PeopleCell segment={segment} member="matched" />,
    },
    {
      id: 'email',
      label: columns.email,
      align: 'end',
      width: '110px',
      hideable: true,
      card: 'none',
      cell: (segment) => <PeopleCell segment={segment} member="email" />,
    },
    {
      id: 'sms',
      label: columns.sms,
      align: 'end',
      width: '110px',
      hideable: true,
      card: 'none',
      cell: (segment) => <PeopleCell segment={segment} member="sms" />,
    },
  ];
}

function PeopleCell({
  segment,
  member,
}: {
  readonly segment: Segment;
  readonly member: 'matched' | 'email' | 'sms';
}) {
  const { data, error } = useSegmentCount(segment);
  if (error !== undefined && !data) return <span title={texts.states.retry}>?</span>;
  return <>{data ? formatNumber(data[member]) : ''}</>;
}
