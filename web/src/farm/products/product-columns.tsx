import type { ShownProduct as Product, ReadyImage } from '#commerce/products/product-fields.ts';
import { Badge } from '#web/components/badge.tsx';
import { Icon } from '#web/components/icons.tsx';
import type { Column } from '#web/components/list.tsx';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { EditableNumber } from '../editable/editable-number.tsx';
import { type ProductLevels, runsOut, trackedLevels } from './stock-levels.ts';
import './products.css';

/** What the cells need beyond the product. */
export interface ProductCells {
  readonly currencySign: string;
  readonly isLocked: boolean;
  readonly levelsOf: (product: Product) => ProductLevels | undefined;
  readonly onPrice: (product: Product, price: number) => Promise<unknown>;
  readonly onStock: (product: Product, quantity: number) => Promise<unknown>;
}

/** Columns of the list of products. */
export function productColumns(cells: ProductCells): readonly Column<Product>[] {
  const { columns, priceOf } = texts.products;
  return [
    { id: 'name', label: columns.name, cell: (product) => <NameCell product={product} />, width: '2fr' },
    { id: 'sku', label: columns.sku, cell: ({ sku }) => sku, width: '130px', hideable: true, card: 'none' },
    {
      id: 'category',
      label: columns.category,
      cell: ({ category }) => category,
      width: '140px',
      hideable: true,
    },
    {
      id: 'price',
      label: columns.price,
      card: 'value',
      align: 'end',
      width: '130px',
      cell: (product) => (
        <EditableNumber
          label={priceOf(product.name)}
          value={product.price}
          decimals={2}
          prefix={cells.currencySign}
          isLocked={cells.isLocked}
          onSave={(price) => cells.onPrice(product, price)}
        />
      ),
    },
    { id: 'unit', label: columns.unit, cell: unitText, width: '110px', hideable: true },
    {
      id: 'stock',
      label: columns.stock,
      card: 'value',
      align: 'end',
      width: '110px',
      cell: (product) => <StockCell product={product} cells={cells} />,
    },
    {
      id: 'state',
      label: columns.state,
      cell: (product) => <StateBadge product={product} levels={cells.levelsOf(product)} />,
      width: '130px',
    },
  ];
}

/** Whether a product is on sale, and whether its stock runs out. */
export function StateBadge({
  product,
  levels,
}: {
  readonly product: Product;
  readonly levels?: ProductLevels | undefined;
}) {
  const { active, inactive, lowStock, soldOut } = texts.products;
  const tracked = trackedLevels(levels);
  if (!product.is_active) return <Badge>{inactive}</Badge>;
  if (tracked.length > 0 && tracked.every(({ available }) => available <= 0))
    return <Badge tone="danger">{soldOut}</Badge>;
  return tracked.some(runsOut) ? (
    <Badge tone="warning">{lowStock}</Badge>
  ) : (
    <Badge tone="good">{active}</Badge>
  );
}

/** Units for one price, such as 6 each. */
export const unitText = ({
  unit,
  unit_quantity,
}: Pick<Product, 'unit' | 'unit_quantity'>): string | undefined =>
  unit_quantity === undefined || unit_quantity === 1 ? unit : `${formatNumber(unit_quantity)} ${unit ?? ''}`;

function NameCell({ product }: { readonly product: Product }) {
  const variants = product.variants?.length ?? 0;
  return (
    <span class="product-name">
      <ProductImage image={product.images?.[0]} size={32} />
      <span class="product-name-words">
        <span class="product-name-text">{product.name}</span>
        {variants > 0 && <span class="product-name-note">{texts.products.variantsCount(variants)}</span>}
      </span>
    </span>
  );
}

function StockCell({ product, cells }: { readonly product: Product; readonly cells: ProductCells }) {
  const levels = trackedLevels(cells.levelsOf(product));
  if (levels.length === 0) return <span class="products-muted">{texts.products.notTracked}</span>;
  return (
    <EditableNumber
      label={texts.products.stockOf(product.name)}
      value={levels.reduce((sum, { on_hand }) => sum + on_hand, 0)}
      decimals={0}
      isLocked={cells.isLocked || levels.length > 1}
      onSave={(quantity) => cells.onStock(product, quantity)}
    />
  );
}

/** The small version of an image, or a place for it. The name of the product stands beside it. */
export function ProductImage({
  image,
  size,
}: {
  readonly image: ReadyImage | undefined;
  readonly size: 32 | 96;
}) {
  return (
    <span class={`product-image product-image-${size}`}>
      {image ? (
        <img
          src={image.sizes.thumbnail.webp}
          alt={image.alt_text}
          width={size}
          height={size}
          loading="lazy"
        />
      ) : (
        <Icon name="image" small />
      )}
    </span>
  );
}
