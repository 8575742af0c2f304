import type { ShownProduct as Product } from '#contract/commerce/products.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Panel } from '#web/components/panel.tsx';
import { refreshAll } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatAmount, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { changeActive } from './change-product.ts';
import { StateBadge, unitText } from './product-columns.tsx';
import { ProductImage } from './product-image.tsx';
import { type ProductLevels, trackedLevels } from './stock-levels.ts';

/** A product beside the list. */
export function ProductPanel({
  product,
  levels,
  onClose,
}: {
  readonly product: Product;
  readonly levels: ProductLevels | undefined;
  readonly onClose: () => void;
}) {
  const brand = useBrand();
  const { columns, fields, stockColumns, stock } = texts.products;
  const tracked = trackedLevels(levels);
  const toggle = async () => {
    await changeActive([product], !product.is_active).catch(() => {});
    refreshAll('products');
  };
  const itemName = (variantId: string | undefined) =>
    product.variants?.find(({ id }) => id === variantId)?.name ?? texts.products.wholeProduct;
  return (
    <Panel
      title={product.name}
      note={<StateBadge product={product} />}
      to={`/products/${product.id}`}
      onClose={onClose}
      actions={
        <>
          <Button reason={mayEdit() ? undefined : texts.products.viewerReason} onClick={() => void toggle()}>
            {product.is_active ? texts.products.takeOff : texts.products.putOn}
          </Button>
          <LinkButton kind="primary" to={`/products/${product.id}`}>
            {texts.products.open}
          </LinkButton>
        </>
      }
    >
      <ProductImage image={product.images?.[0]} size={96} />
      {product.description && <p>{product.description}</p>}
      <Facts
        facts={[
          {
            label: fields.price,
            value:
              product.price === undefined
                ? texts.products.noPrice
                : formatAmount(product.price, brand.currency),
          },
          { label: fields.unit, value: unitText(product) },
          { label: fields.sku, value: product.sku },
          { label: fields.barcode, value: product.barcode },
          { label: columns.category, value: product.category },
          { label: stock, value: tracked.length === 0 ? texts.products.notTracked : undefined },
        ]}
      />
      {tracked.length > 0 && (
        <DataTable
          label={stock}
          rows={tracked}
          rowKey={({ variant_id }) => variant_id ?? ''}
          columns={[
            { id: 'item', label: stockColumns.item, cell: ({ variant_id }) => itemName(variant_id) },
            {
              id: 'on_hand',
              label: stockColumns.onHand,
              align: 'end',
              cell: ({ on_hand }) => formatNumber(on_hand),
            },
            {
              id: 'reserved',
              label: stockColumns.reserved,
              align: 'end',
              cell: ({ reserved }) => formatNumber(reserved),
            },
            {
              id: 'available',
              label: stockColumns.available,
              align: 'end',
              cell: ({ available }) => formatNumber(available),
            },
          ]}
        />
      )}
    </Panel>
  );
}
