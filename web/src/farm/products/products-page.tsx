import { useMemo, useState } from 'preact/hooks';
import type { ShownProduct as Product } from '#contract/commerce/products.ts';
import type { StockLevel } from '#contract/commerce/stock.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { List } from '#web/components/list.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Page, Toolbar } from '#web/components/page.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { refreshAll } from '#web/data/query.ts';
import { saveFile } from '#web/farm/csv/save-file.ts';
import { useCatalog } from '#web/farm/selling/catalog.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { currencySign } from '../editable/currency-sign.ts';
import { changeActive, changePrice, countStock } from './change-product.ts';
import { exportProducts } from './export-products.ts';
import { ImportProducts } from './import-products.tsx';
import { NewProduct } from './new-product.tsx';
import { productColumns } from './product-columns.tsx';
import { lowProductIds, productFilters, useProductList } from './product-list.ts';
import { ProductPanel } from './product-panel.tsx';
import { levelsByProduct, trackedLevels, useStockLevels } from './stock-levels.ts';
import './products-page.css';

/** What people can buy, and what runs out. Price and stock are changed in the list. */
export default function ProductsPage() {
  const brand = useBrand();
  const [filter, setFilter] = useAddressState<(typeof productFilters)[number]>('show', 'all');
  const [search, setSearch] = useAddressState<string>('search', '');
  const [opened, setOpened] = useAddressState<string>('open', '');
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
  const shown = list.rows.find(({ id }) => id === opened);

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
        onOpen={({ id }) => setOpened(id)}
        pageOf={({ id }) => `/products/${id}`}
        openKey={opened}
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
      {shown && (
        <ProductPanel product={shown} levels={byProduct.get(shown.id)} onClose={() => setOpened('')} />
      )}
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
