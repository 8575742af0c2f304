import { useMemo } from 'preact/hooks';
import type { Invoice } from '#commerce/billing/billing-fields.ts';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { usePages } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatAmount, formatDateOf } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** The invoices, newest first, with a link to the page of the payment provider. */
export function Invoices() {
  const { id } = useBrand();
  const invoices = usePages('billing/invoices', (cursor) =>
    api('GET /api/v1/billing/invoices', { brand_id: id, ...(cursor !== undefined && { cursor }) }),
  );
  const columns = useMemo(columnsOf, []);
  const words = texts.billing;
  return (
    <Section title={words.invoices}>
      <List
        label={words.invoices}
        rows={invoices.rows}
        columns={columns}
        rowKey={(one) => one.id}
        rowLabel={(one) => one.number ?? one.id}
        hasMore={invoices.hasMore}
        onMore={() => void invoices.loadMore()}
        isLoading={invoices.isLoading}
        error={invoices.error}
        onRetry={() => void invoices.refresh()}
        empty={<Empty title={words.noInvoices} text={words.noInvoicesText} />}
      />
    </Section>
  );
}

const tones: Readonly<Record<string, Tone>> = { paid: 'good', open: 'warning', uncollectible: 'danger' };

function columnsOf(): readonly Column<Invoice>[] {
  const words = texts.billing;
  return [
    {
      id: 'number',
      label: words.invoice,
      width: '1fr',
      card: 'title',
      cell: ({ id, number, hosted_url }) =>
        hosted_url === undefined ? (
          (number ?? id)
        ) : (
          <a href={hosted_url} target="_blank" rel="noreferrer" title={words.open}>
            {number ?? id}
          </a>
        ),
    },
    { id: 'day', label: words.day, width: '160px', cell: ({ created_at }) => formatDateOf(created_at) },
    {
      id: 'amount',
      label: words.amount,
      width: '140px',
      align: 'end',
      cell: ({ total, currency }) => formatAmount(total, currency),
    },
    {
      id: 'state',
      label: words.state,
      width: '140px',
      cell: ({ status }) => <Badge tone={tones[status] ?? 'neutral'}>{words.invoiceStatus[status]}</Badge>,
    },
  ];
}
