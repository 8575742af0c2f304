import { catalogPage, filterCatalog } from '#commerce/catalog.ts';
import { listProducts } from '#contract/commerce/products.ts';
import { commerceEndpoint, okList } from '#http/endpoint/commerce-endpoint.ts';
import { productShown } from '#http/reply/image-addresses.ts';
import { openCatalogs } from '#store/commerce/catalogs.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

const catalogs = openCatalogs(commerceTable);

export const handler = commerceEndpoint(
  listProducts,
  async ({ query, heldBrands, noteActivity, addressOf }) => {
    const { brand_id, search, limit, offset } = query;
    const brands = brand_id === undefined ? heldBrands : [brand_id];
    const found = (await catalogs.read(brands)).map((catalog) => filterCatalog(catalog, query));
    const products = catalogPage(found, { limit, offset });

    // A search over several brands is an event of each brand, with its number of results.
    const searched = search ? brands : [];
    await Promise.all(
      searched.map((brand, index) =>
        noteActivity(brand, {
          event: 'searchPerformed',
          data: { search: search ?? '', results: found[index]?.length ?? 0, area: 'products' },
        }),
      ),
    );
    return okList(
      products.map((product) => productShown(product, addressOf)),
      { limit, offset, count: products.length },
    );
  },
);
