import type { Segment } from '#commerce/segments/contract.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
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
  const [opened, setOpened] = useAddressState<string>('open', '');
  const [added, setAdded] = useAddressState<string>('new', '');
  const segments = useSegments(brand.id);
  const names = useFilterNames();
  const rows = segments.data ?? [];
  const reason = mayEdit() ? undefined : texts.customers.viewerReason;
  const add = (
    <Button kind="primary" icon="plus" reason={reason} reasonAs="tip" onClick={() => setAdded('yes')}>
      {words.add}
    </Button>
  );
  const shown = rows.find(({ id }) => id === opened);
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
        onOpen={({ id }) => setOpened(id)}
        openKey={opened}
        error={segments.error}
        onRetry={() => void segments.refresh()}
        isLoading={segments.isLoading}
        empty={<Empty title={words.empty} text={words.emptyText} icon="filter" />}
      />
      {added !== '' && (
        <SegmentPanel
          key="new"
          segment={undefined}
          initial={
            added === 'away' ? { name: texts.customers.awayName(awayDays), filter: awayFilter } : undefined
          }
          names={names}
          onClose={() => navigate('/segments', { replace: true })}
        />
      )}
      {shown && <SegmentPanel key={shown.id} segment={shown} names={names} onClose={() => setOpened('')} />}
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
