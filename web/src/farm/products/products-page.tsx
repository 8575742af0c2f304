import { useMemo, useState } from 'preact/hooks';
import type { ShownProduct as Product } from '#commerce/products/product-fields.ts';
import type { StockLevel } from '#commerce/stock/contract.ts';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { FieldRow, Form, MoneyField, TextField } from '#web/components/fields.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { List } from '#web/components/list.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Page, Toolbar } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { type PanelSteps, useAddressPanel, useAddressState } from '#web/data/address-state.ts';
import { saveFile } from '#web/data/csv-file.ts';
import { type Pages, refreshAll, usePages } from '#web/data/query.ts';
import { useCatalog } from '#web/farm/selling/catalog.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatAmount, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { changeActive, changePrice, countStock } from './change-product.ts';
import { ImportProducts } from './import-products.tsx';
import { ProductImage, productColumns, StateBadge, unitText } from './product-columns.tsx';
import {
  levelsByProduct,
  type ProductLevels,
  runsOut,
  trackedLevels,
  useStockLevels,
} from './stock-levels.ts';
import './products.css';

/** What people can buy, and what runs out. Price and stock are changed in the list. */
export default function ProductsPage() {
  const brand = useBrand();
  const [filter, setFilter] = useAddressState<(typeof productFilters)[number]>('show', 'all');
  const [search, setSearch] = useAddressState<string>('search', '');
  const panel = useAddressPanel('open');
  const [dialog, setDialog] = useState<'new' | 'import'>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const stock = useStockLevels(brand.id);
  const catalog = useCatalog(brand.id);
  const list = useProductList(brand.id, filter, search, stock.data);
  const download = useAction(async () => saveFile(texts.products.exportName, await exportProducts(brand.id)));
  const byProduct = useMemo(() => levelsByProduct(stock.data ?? []), [stock.data]);
  const isLocked = !mayEdit();
  const reason = isLocked ? texts.products.viewerReason : undefined;

  const change = (id: string, members: Partial<Product>) =>
    list.update((rows) => rows.map((row) => (row.id === id ? { ...row, ...members } : row)));
  const columns = productColumns({
    currencySign: currencySign(brand.currency),
    isLocked,
    levelsOf: ({ id }) => byProduct.get(id),
    onPrice: async (product, price) => {
      await changePrice(product, price, brand.currency);
      change(product.id, { price });
      refreshAll('selling/catalog');
    },
    onStock: async (product, quantity) => {
      const [level] = trackedLevels(byProduct.get(product.id));
      if (!level) return;
      const counted = await countStock(product.name, level, quantity);
      stock.set((stock.data ?? []).map((other) => (other === level ? counted : other)));
    },
  });
  const setActive = async (isActive: boolean) => {
    const chosen = list.rows.filter(({ id }) => selected.has(id));
    await changeActive(chosen, isActive).catch(() => {});
    setSelected(new Set());
    refreshAll('products');
  };

  return (
    <Page
      title={texts.products.title}
      answer={answerOf(catalog.data, stock.data)}
      actions={
        <Menu
          kind="secondary"
          icon="file"
          items={[
            { label: texts.products.importCsv, icon: 'upload', onSelect: () => setDialog('import'), reason },
            { label: texts.products.exportCsv, icon: 'download', onSelect: () => void download.run() },
          ]}
        >
          {texts.products.csv}
        </Menu>
      }
      primary={
        <Button kind="primary" icon="plus" reason={reason} reasonAs="tip" onClick={() => setDialog('new')}>
          {texts.products.add}
        </Button>
      }
    >
      <Toolbar>
        <SearchField label={texts.products.search} value={search} onChange={setSearch} />
        <FilterChips
          label={texts.products.filterLabel}
          options={productFilters.map((value) => ({ value, label: texts.products.filters[value] }))}
          value={filter}
          onChange={setFilter}
        />
      </Toolbar>
      <List
        label={texts.products.listLabel}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        columns={columns}
        panel={panel}
        pageOf={({ id }) => `/products/${id}`}
        selection={isLocked ? undefined : { selected, onChange: setSelected }}
        bulkActions={[
          { id: 'on', label: texts.products.putOn, run: () => void setActive(true) },
          { id: 'off', label: texts.products.takeOff, run: () => void setActive(false) },
        ]}
        hasMore={list.hasMore}
        onMore={() => void list.loadMore()}
        error={list.error}
        onRetry={() => void list.refresh()}
        isLoading={list.isLoading || list.isLoadingMore || (filter === 'low' && stock.isLoading)}
        empty={emptyOf(
          filter !== 'all' || search !== '',
          () => navigate('/products', { replace: true }),
          reason,
          setDialog,
        )}
      />
      <RecordPanel
        panel={panel}
        title={texts.products.title}
        rows={list.rows}
        rowKey={({ id }) => id}
        read={(id) => api('GET /api/v1/products/{id}', { id })}
        isLoading={list.isLoading}
      >
        {(product, steps) => (
          <ProductPanel product={product} levels={byProduct.get(product.id)} steps={steps} />
        )}
      </RecordPanel>
      {dialog === 'new' && <NewProduct onClose={() => setDialog(undefined)} />}
      {dialog === 'import' && <ImportProducts onClose={() => setDialog(undefined)} />}
    </Page>
  );
}

function answerOf(
  catalog: readonly Product[] | undefined,
  levels: readonly StockLevel[] | undefined,
): string | undefined {
  if (!catalog || catalog.length === 0) return undefined;
  const onSale = catalog.filter(({ is_active }) => is_active).length;
  return trackedLevels(levels).length === 0
    ? texts.products.questionOnSale(onSale)
    : texts.products.question(onSale, lowProductIds(levels).length);
}

function emptyOf(
  isFiltered: boolean,
  showAll: () => void,
  reason: string | undefined,
  open: (dialog: 'new' | 'import') => void,
) {
  if (isFiltered)
    return (
      <Empty
        title={texts.products.emptySearch}
        text={texts.products.emptySearchText}
        icon="search"
        action={<Button onClick={showAll}>{texts.products.showAll}</Button>}
      />
    );
  return (
    <Empty
      title={texts.products.empty}
      text={texts.products.emptyText}
      icon="product"
      action={
        <Button icon="upload" reason={reason} onClick={() => open('import')}>
          {texts.products.importCsv}
        </Button>
      }
    />
  );
}

/** The sign of a currency in the language of the page, such as $. */
const currencySign = (currency: string): string =>
  formatAmount(0, currency).replaceAll(/[\d.,\s\u00a0\u202f]/g, '');

/** Reads all products of a brand as one CSV file. The service sends long lists in parts. */
async function exportProducts(brandId: string): Promise<string> {
  let csv = '';
  for (let cursor: string | undefined; ; ) {
    const { data, headers } = await api(
      'GET /api/v1/products/export',
      { brand_id: brandId, cursor },
      { accept: 'text/csv' },
    ).withReply();
    csv += data;
    const next = /<([^>]+)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
    cursor = next && (new URL(next, location.href).searchParams.get('cursor') ?? undefined);
    if (cursor === undefined) return csv;
  }
}

/** Filters of the list of products. */
const productFilters = ['all', 'active', 'inactive', 'low'] as const;
type ProductFilter = (typeof productFilters)[number];

const pageSize = 100;

/** The products that match, by name. The service cannot filter by stock, so products that run out are read by id. */
function useProductList(
  brandId: string,
  filter: ProductFilter,
  search: string,
  levels: readonly StockLevel[] | undefined,
): Pages<Product> {
  const low = filter === 'low' ? lowProductIds(levels) : undefined;
  const key = low
    ? levels && `products?low=${low.join(',')}&search=${search}`
    : `products?filter=${filter}&search=${search}`;
  return usePages(key, async (cursor) => {
    if (low)
      return {
        data: named(await Promise.all(low.map((id) => api('GET /api/v1/products/{id}', { id }))), search),
      };
    const { data, pagination } = await api('GET /api/v1/products', {
      brand_id: brandId,
      limit: pageSize,
      offset: cursor === undefined ? 0 : Number(cursor),
      search: search || undefined,
      is_active: filter === 'all' ? undefined : String(filter === 'active'),
    });
    const hasMore = pagination.count === pageSize;
    return { data, next_cursor: hasMore ? String(pagination.offset + pagination.count) : null };
  });
}

/** Products of which a tracked level has reached its warning level. */
const lowProductIds = (levels: readonly StockLevel[] | undefined): readonly string[] => [
  ...new Set(
    (levels ?? [])
      .filter((level) => level.mode === 'tracked' && runsOut(level))
      .map(({ product_id }) => product_id),
  ),
];

const named = (products: readonly Product[], search: string): readonly Product[] =>
  products
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .sort((one, other) => one.name.localeCompare(other.name));

/** Asks for what a product needs at least, and opens its page for the rest. */
function NewProduct({ onClose }: { readonly onClose: () => void }) {
  const brand = useBrand();
  const [name, setName] = useState('');
  const [price, setPrice] = useState<number>();
  const [unit, setUnit] = useState('');
  const [category, setCategory] = useState('');
  const { fields } = texts.products;
  const create = useAction(
    () =>
      api('POST /api/v1/products', {
        brand_id: brand.id,
        name: name.trim(),
        price,
        unit: unit.trim() || undefined,
        category: category.trim() || undefined,
      }),
    { done: texts.products.addDone },
  );
  const submit = async () => {
    const product = await create.run();
    if (!product) return;
    refreshAll('products');
    refreshAll('selling/catalog');
    navigate(`/products/${product.id}`);
  };
  return (
    <Dialog
      title={texts.products.addTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.products.cancel}</Button>
          <Button kind="primary" type="submit" form="new-product" busy={create.isRunning}>
            {texts.products.add}
          </Button>
        </>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/products')}
        id="new-product"
        label={texts.products.addTitle}
        onSubmit={submit}
        error={create.error}
      >
        <TextField name="name" label={fields.name} value={name} onChange={setName} required autoFocus />
        <FieldRow>
          <MoneyField
            name="price"
            label={fields.price}
            currency={brand.currency}
            value={price}
            onChange={setPrice}
            min={0}
          />
          <TextField name="unit" label={fields.unit} hint={fields.unitHint} value={unit} onChange={setUnit} />
        </FieldRow>
        <TextField name="category" label={fields.category} value={category} onChange={setCategory} optional />
      </Form>
    </Dialog>
  );
}

/** A product beside the list. */
function ProductPanel({
  product,
  levels,
  steps,
}: {
  readonly product: Product;
  readonly levels: ProductLevels | undefined;
  readonly steps: PanelSteps;
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
      {...steps}
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
