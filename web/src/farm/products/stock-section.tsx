import { useState } from 'preact/hooks';
import type { ShownProduct as Product } from '#commerce/products/product-fields.ts';
import { adjustmentKinds as kinds, type StockLevel } from '#commerce/stock/contract.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { ChoiceField, Form, NumberField, TextField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll, usePages, useQuery } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { EditableNumber } from '../editable/editable-number.tsx';
import { runsOut } from './stock-levels.ts';

interface Item {
  readonly variantId: string | undefined;
  readonly name: string;
  readonly level: StockLevel | undefined;
}

/** Stock of a product and of its variants: what is there, when to warn, and how it changed. */
export function StockSection({
  product,
  reason,
}: {
  readonly product: Product;
  readonly reason: string | undefined;
}) {
  const words = texts.products;
  const key = `products/${product.id}/stock`;
  const stock = useQuery(key, () => api('GET /api/v1/products/{id}/stock', { id: product.id }));
  const [adjusted, setAdjusted] = useState<Item>();
  const refresh = () => {
    refreshAll(key);
    refreshAll('products/stock');
  };
  const setMode = useAction(
    async ({ variantId, level }: Item, mode: 'off' | 'tracked', lowStockAt?: number) => {
      const low_stock_at = lowStockAt ?? level?.low_stock_at;
      await api('PUT /api/v1/products/{id}/stock', {
        id: product.id,
        variant_id: variantId,
        mode,
        low_stock_at,
      });
      refresh();
    },
  );
  if (!stock.data)
    return (
      <Section title={words.stock} kind="card">
        {stock.error === undefined ? (
          <Loading rows={2} />
        ) : (
          <Failure error={stock.error} onRetry={() => void stock.refresh()} />
        )}
      </Section>
    );
  const items = itemsOf(product, stock.data);
  const isTracked = ({ level }: Item) => level?.mode === 'tracked';
  return (
    <Section
      title={words.stock}
      note={items.some(isTracked) ? words.stockText : words.untrackedText}
      kind="card"
    >
      <DataTable
        label={words.stock}
        rows={items}
        rowKey={({ variantId }) => variantId ?? ''}
        columns={[
          { id: 'item', label: words.stockColumns.item, cell: ({ name }) => name },
          {
            id: 'on_hand',
            label: words.stockColumns.onHand,
            align: 'end',
            cell: (item) => figure(item, 'on_hand'),
          },
          {
            id: 'reserved',
            label: words.stockColumns.reserved,
            align: 'end',
            cell: (item) => figure(item, 'reserved'),
          },
          {
            id: 'available',
            label: words.stockColumns.available,
            align: 'end',
            card: 'value',
            cell: (item) => <Available item={item} />,
          },
          {
            id: 'low',
            label: words.stockColumns.lowAt,
            align: 'end',
            cell: (item) =>
              isTracked(item) && (
                <EditableNumber
                  label={`${words.lowStockAt}: ${item.name}`}
                  value={item.level?.low_stock_at}
                  decimals={0}
                  isLocked={reason !== undefined}
                  onSave={(low) => setMode.run(item, 'tracked', low)}
                />
              ),
          },
          {
            id: 'change',
            label: words.stockColumns.change,
            align: 'end',
            cell: (item) => (
              <span class="stock-actions">
                {isTracked(item) && (
                  <Button small reason={reason} reasonAs="tip" onClick={() => setAdjusted(item)}>
                    {words.adjust}
                  </Button>
                )}
                <Button
                  small
                  kind="quiet"
                  reason={reason}
                  reasonAs="tip"
                  onClick={() => void setMode.run(item, isTracked(item) ? 'off' : 'tracked')}
                >
                  {isTracked(item) ? words.stopTracking : words.trackStock}
                </Button>
              </span>
            ),
          },
        ]}
      />
      <StockHistory product={product} />
      {adjusted && (
        <AdjustStock
          product={product}
          variantId={adjusted.variantId}
          name={adjusted.variantId === undefined ? product.name : adjusted.name}
          onClose={() => setAdjusted(undefined)}
          onAdjusted={refresh}
        />
      )}
    </Section>
  );
}

/** The product, and its variants if it has some. */
function itemsOf(product: Product, levels: readonly StockLevel[]): readonly Item[] {
  const levelOf = (id: string | undefined) => levels.find(({ variant_id }) => variant_id === id);
  const variants = (product.variants ?? []).map(({ id, name }) => ({
    variantId: id,
    name,
    level: levelOf(id),
  }));
  const whole = { variantId: undefined, name: texts.products.wholeProduct, level: levelOf(undefined) };
  return [whole, ...variants];
}

const figure = ({ level }: Item, member: 'on_hand' | 'reserved'): string =>
  level?.mode === 'tracked' ? formatNumber(level[member]) : '';

function Available({ item: { level } }: { readonly item: Item }) {
  if (level?.mode !== 'tracked') return <span class="products-muted">{texts.products.notTracked}</span>;
  const { soldOut, lowStock } = texts.products;
  const isEmpty = level.available <= 0;
  return (
    <span class="stock-actions">
      {runsOut(level) && <Badge tone={isEmpty ? 'danger' : 'warning'}>{isEmpty ? soldOut : lowStock}</Badge>}
      {formatNumber(level.available)}
    </span>
  );
}

/** Adjustments of the stock of a product, newest first. */
function StockHistory({ product }: { readonly product: Product }) {
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

/** Records stock that was received, counted or wasted. */
function AdjustStock({
  product,
  variantId,
  name,
  onClose,
  onAdjusted,
}: {
  readonly product: Product;
  readonly variantId: string | undefined;
  readonly name: string;
  readonly onClose: () => void;
  readonly onAdjusted: () => void;
}) {
  const words = texts.products;
  const [kind, setKind] =
    useState<ApiInput<'POST /api/v1/products/{id}/stock/adjustments'>['kind']>('receive');
  const [quantity, setQuantity] = useState<number>();
  const [reason, setReason] = useState('');
  const adjust = useAction(
    () =>
      api('POST /api/v1/products/{id}/stock/adjustments', {
        id: product.id,
        variant_id: variantId,
        kind,
        quantity: quantity ?? 0,
        reason: reason.trim() || undefined,
      }),
    { done: words.adjusted },
  );
  const submit = async () => {
    if (!(await adjust.run())) return;
    onAdjusted();
    onClose();
  };
  return (
    <Dialog
      title={words.adjustTitle(name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form="adjust-stock" busy={adjust.isRunning}>
            {words.adjust}
          </Button>
        </>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/products/{id}/stock/adjustments')}
        id="adjust-stock"
        label={words.adjustTitle(name)}
        onSubmit={submit}
        error={adjust.error}
      >
        <ChoiceField
          name="kind"
          label={words.adjustKind}
          wide
          value={kind}
          options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          hint={words.kindHints[kind]}
          onChange={setKind}
        />
        <NumberField
          name="quantity"
          label={words.quantity}
          min={0}
          value={quantity}
          onChange={setQuantity}
          required
          autoFocus
        />
        <TextField
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          value={reason}
          onChange={setReason}
        />
      </Form>
    </Dialog>
  );
}
