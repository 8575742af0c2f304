import type { ShownProduct as Product } from '#contract/commerce/products.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { usePages } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** Adjustments of the stock of a product, newest first. */
export function StockHistory({ product }: { readonly product: Product }) {
  const words = texts.products;
  const history = usePages(`products/${product.id}/stock/adjustments`, (cursor) =>
    api('GET /api/v1/products/{id}/stock/adjustments', { id: product.id, limit: 20, cursor }),
  );
  if (history.isLoading) return null;
  const nameOf = (variantId: string | undefined) =>
    product.variants?.find(({ id }) => id === variantId)?.name ?? words.wholeProduct;
  return (
    <details class="stock-history">
      <summary>{words.history}</summary>
      {history.rows.length === 0 ? (
        <p class="products-muted">{words.noHistory}</p>
      ) : (
        <DataTable
          label={words.history}
          rows={history.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'at',
              label: words.historyColumns.at,
              cell: ({ created_at }) => formatDateTime(created_at),
            },
            { id: 'item', label: words.historyColumns.item, cell: ({ variant_id }) => nameOf(variant_id) },
            { id: 'kind', label: words.historyColumns.kind, cell: ({ kind }) => words.kinds[kind] },
            {
              id: 'change',
              label: words.historyColumns.change,
              align: 'end',
              cell: ({ change }) => `${change > 0 ? '+' : ''}${formatNumber(change)}`,
            },
            { id: 'reason', label: words.historyColumns.reason, cell: ({ reason }) => reason },
          ]}
        />
      )}
      {history.hasMore && (
        <Button small busy={history.isLoadingMore} onClick={() => void history.loadMore()}>
          {texts.customers.more}
        </Button>
      )}
    </details>
  );
}
