import { useMemo } from 'preact/hooks';
import type { UnmatchedItem } from '#claims/unmatched/contract.ts';
import { api } from '#web/api/api.ts';
import { CsvButton } from '#web/claims/csv/csv-button.tsx';
import { dollars } from '#web/claims/dollars.ts';
import { payerName } from '#web/claims/payer/payers.ts';
import { Badge } from '#web/components/badge.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page, Toolbar } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { numberOf, stateText } from './item-words.ts';

type State = UnmatchedItem['state'];
type Kind = UnmatchedItem['kind'] | 'all';

/** Payments, statuses and acknowledgments that fit nothing and wait for a person. */
export default function UnmatchedPage() {
  const [state, setState] = useAddressState<State>('state', 'open');
  const [kind, setKind] = useAddressState<Kind>('kind', 'all');
  const filter = { state, ...(kind !== 'all' && { kind }) };
  const items = usePages<UnmatchedItem>(
    `unmatched?state=${state}&kind=${kind}`,
    (cursor) => api('GET /api/unmatched', { ...filter, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const columns = useMemo(columnsOf, []);
  const words = texts.unmatched;
  return (
    <Page
      title={texts.app.pages.unmatched}
      answer={
        items.readAt === undefined || state !== 'open'
          ? undefined
          : answerOf(items.rows.length, items.hasMore)
      }
      actions={
        <CsvButton
          name="unmatched"
          page={(cursor) =>
            api(
              'GET /api/unmatched',
              { ...filter, format: 'csv', limit: 200, ...(cursor !== undefined && { cursor }) },
              { accept: 'text/csv' },
            )
          }
        />
      }
    >
      <Toolbar>
        <FilterChips<State>
          label={words.stateFilter}
          value={state}
          onChange={setState}
          options={(['open', 'resolved', 'dismissed'] as const).map((value) => ({
            value,
            label: words.states[value],
          }))}
        />
        <FilterChips<Kind>
          label={words.kindFilter}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'all', label: words.all },
            ...(['payment', 'status', 'acknowledgment'] as const).map((value) => ({
              value,
              label: words.kinds[value],
            })),
          ]}
        />
      </Toolbar>
      <List<UnmatchedItem>
        label={words.list}
        rows={items.rows}
        rowKey={({ id }) => id}
        rowLabel={numberOf}
        columns={columns}
        pageOf={({ id }) => `/claims/unmatched/${id}`}
        hasMore={items.hasMore}
        onMore={items.loadMore}
        isLoading={items.isLoading}
        error={items.error}
        onRetry={items.refresh}
        empty={
          state === 'open' && kind === 'all' ? (
            <Empty icon="check-circle" title={words.empty} text={words.emptyText} />
          ) : (
            <Empty title={words.emptyOther} text={words.emptyText} />
          )
        }
      />
    </Page>
  );
}

function answerOf(count: number, hasMore: boolean): string {
  const words = texts.unmatched;
  if (count === 0) return words.answerNone;
  return words.answer(hasMore ? words.atLeast(words.count(count)) : words.count(count));
}

function columnsOf(): readonly Column<UnmatchedItem>[] {
  const { columns, kinds } = texts.unmatched;
  return [
    { id: 'number', label: columns.number, cell: numberOf, width: '150px' },
    {
      id: 'reason',
      label: columns.reason,
      cell: (item) => <Badge tone={item.state === 'open' ? 'warning' : 'neutral'}>{stateText(item)}</Badge>,
      width: '2fr',
    },
    { id: 'kind', label: columns.kind, cell: ({ kind }) => kinds[kind], hideable: true },
    {
      id: 'payer',
      label: columns.payer,
      cell: ({ payer_name, payer_id }) => payerName(payer_id, payer_name),
      hideable: true,
    },
    {
      id: 'paid',
      label: columns.paid,
      cell: ({ paid }) => (paid === undefined ? '' : dollars(paid)),
      align: 'end',
      width: '120px',
      labelOnCard: true,
    },
    {
      id: 'received',
      label: columns.received,
      cell: ({ received_at }) => formatDateTime(received_at),
      width: '190px',
      hideable: true,
    },
  ];
}
