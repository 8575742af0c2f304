import { filterCatalogue, pageOf } from '#commerce/catalogue.ts';
import { listProducts } from '#contract/commerce/products.ts';
import { endpoint, list } from '#http/endpoint.ts';
import { openCatalogues } from '#store/commerce/catalogs.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

const catalogues = openCatalogues(commerceTable);

export const handler = endpoint(listProducts, async ({ query, heldBrands, noteActivity }) => {
  const { brand_id, search, limit, offset } = query;
  const brands = brand_id === undefined ? heldBrands : [brand_id];
  const found = (await catalogues.read(brands)).map((catalogue) => filterCatalogue(catalogue, query));
  const products = pageOf(found, { limit, offset });

  // A search over several brands is an event of each of them, with what was found in it.
  const searched = search ? brands : [];
  await Promise.all(
    searched.map((brand, index) =>
      noteActivity(brand, {
        event: 'searchPerformed',
        data: { search: search ?? '', results: found[index]?.length ?? 0, area: 'products' },
      }),
    ),
  );
  return list(products, { limit, offset, count: products.length });
});
