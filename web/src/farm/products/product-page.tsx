import type { ShownProduct as Product } from '#contract/commerce/products.ts';
import { api } from '#web/api/api.ts';
import { navigate, useParameters } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Page } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatAmount } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { changeActive } from './change-product.ts';
import { ImagesSection } from './images-section.tsx';
import { StateBadge } from './product-columns.tsx';
import { ProductForm } from './product-form.tsx';
import { StockSection } from './stock-section.tsx';
import './product-page.css';

/** One product: stock, details with variants, and images. */
export default function ProductPage() {
  const { id = '' } = useParameters();
  const query = useQuery(`products/${id}`, () => api('GET /api/v1/products/{id}', { id }));
  const { data: product, error } = query;
  if (product) return <ProductView key={id} product={product} onChange={query.set} refresh={query.refresh} />;
  return (
    <Page title={texts.products.title}>
      {error === undefined ? (
        <Loading rows={8} />
      ) : (
        <Failure error={error} onRetry={() => void query.refresh()} />
      )}
    </Page>
  );
}

function ProductView({
  product,
  onChange,
  refresh,
}: {
  readonly product: Product;
  readonly onChange: (product: Product) => void;
  readonly refresh: () => Promise<void>;
}) {
  const brand = useBrand();
  const reason = mayEdit() ? undefined : texts.products.viewerReason;
  const remove = useAction(() => api('DELETE /api/v1/products/{id}', { id: product.id }), {
    done: texts.products.deleted,
  });
  const askRemoval = async () => {
    const { deleteTitle, deleteText, delete: action } = texts.products;
    if (!(await confirm({ title: deleteTitle(product.name), text: deleteText, action, danger: true })))
      return;
    await remove.run();
    refreshAll('products?');
    refreshAll('selling/catalog');
    navigate('/products');
  };
  const toggle = async () => {
    await changeActive([product], !product.is_active).catch(() => {});
    await refresh();
    refreshAll('products?');
  };
  const price =
    product.price === undefined ? texts.products.noPrice : formatAmount(product.price, brand.currency);
  return (
    <Page
      title={product.name}
      answer={product.unit === undefined ? price : `${price} / ${product.unit}`}
      note={<StateBadge product={product} />}
      actions={
        <>
          <Button reason={reason} reasonAs="tip" onClick={() => void toggle()}>
            {product.is_active ? texts.products.takeOff : texts.products.putOn}
          </Button>
          <Menu
            items={[
              {
                label: texts.products.delete,
                icon: 'trash',
                danger: true,
                reason,
                onSelect: () => void askRemoval(),
              },
            ]}
          />
        </>
      }
    >
      <StockSection product={product} reason={reason} />
      <ProductForm
        product={product}
        reason={reason}
        onSaved={(saved) => {
          onChange(saved);
          refreshAll('products?');
          refreshAll('selling/catalog');
        }}
        onConflict={() => void refresh()}
      />
      <ImagesSection product={product} reason={reason} onChange={() => void refresh()} />
    </Page>
  );
}
