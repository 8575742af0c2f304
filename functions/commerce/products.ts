import { freeEntitlement, useEntitlement } from '#commerce/billing/entitlement-records.ts';
import { csvText } from '#commerce/csv.ts';
import type * as declared from '#commerce/products/contract.ts';
import {
  addImage,
  type ImageAddress,
  type Images,
  imageIn,
  patchImage,
  shownImages,
  shownProduct,
  withImages,
  withoutImage,
} from '#commerce/products/image-set.ts';
import { exportHeader, exportLines } from '#commerce/products/product-export.ts';
import { type Product, uploadSeconds } from '#commerce/products/product-fields.ts';
import { newImport } from '#commerce/products/product-import.ts';
import {
  type Catalogs,
  type ImageSet,
  imageSetRemoval,
  imageSets,
  imageWrites,
  imports,
  openCatalogs,
  products,
  productWrites,
  readBadLines,
} from '#commerce/products/records.ts';
import {
  catalogPage,
  filterCatalog,
  newProduct,
  patchProduct as patched,
  productChangedEvent,
  productCreatedEvent,
  replaceProduct,
} from '#commerce/products/rules.ts';
import { found } from '#contract/errors.ts';
import { type Call, change, type Write } from '#http/endpoint/operation.ts';
import type { PlainCall } from '#http/endpoint/plain-endpoint.ts';
import {
  accepted,
  created,
  noContent,
  ok,
  okList,
  okPage,
  okText,
  type Reply,
  redirect,
} from '#http/reply/replies.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { displayLink, mediaBucket, uploadLink } from '#store/s3/media-bucket.ts';
import { imageFileKey, imageUploadKey, importObjectKey } from '#store/s3/media-keys.ts';
import { findObject, putObject } from '#store/s3/x12-bucket.ts';

let catalogs: Catalogs | undefined;

export async function listProducts({
  query,
  heldBrands,
  noteActivity,
  addressOf,
}: Call<typeof declared.listProducts>) {
  const { brand_id, search, limit, offset } = query;
  const brands = brand_id === undefined ? heldBrands : [brand_id];
  catalogs ??= openCatalogs();
  const results = (await catalogs.read(brands)).map((catalog) => filterCatalog(catalog, query));
  const page = catalogPage(results, { limit, offset });

  // A search over several brands is an event of each brand, with its number of results.
  const searched = search ? brands : [];
  await Promise.all(
    searched.map((brand, index) =>
      noteActivity(brand, {
        event: 'searchPerformed',
        data: { search: search ?? '', results: results[index]?.length ?? 0, area: 'products' },
      }),
    ),
  );
  return okList(
    page.map((product) => productShown(product, addressOf)),
    { limit, offset, count: page.length },
  );
}

export async function createProduct({ body, now, newId }: Call<typeof declared.createProduct>) {
  const product = newProduct(body, { id: newId(), now, newId });
  const { id, brand_id, version } = product;
  return change(
    created(product, `/api/v1/products/${id}`, { version }),
    ...productWrites({ after: product }),
    ...(await useEntitlement(useOf(product, now))),
    { brand_id, events: [productCreatedEvent(product)] },
  );
}

export const getProduct = ({ resource: product, addressOf }: Call<typeof declared.getProduct>) =>
  ok(productShown(product, addressOf), product);

export function updateProduct({
  resource: product,
  body,
  now,
  newId,
  addressOf,
}: Call<typeof declared.updateProduct>) {
  const replaced = replaceProduct(product, body, { now, newId });
  return changed(product, replaced, addressOf);
}

export function patchProduct({
  resource: product,
  body,
  now,
  newId,
  addressOf,
}: Call<typeof declared.patchProduct>) {
  const after = patched(product, body, { now, newId });
  return after === product
    ? ok(productShown(product, addressOf), product)
    : changed(product, after, addressOf);
}

const changed = (before: Product, after: Product, addressOf: AddressOf) =>
  change(ok(productShown(after, addressOf), after), ...productWrites({ before, after }), {
    brand_id: after.brand_id,
    events: [productChangedEvent(before, after)],
  });

export async function deleteProduct({ resource: product, now }: Call<typeof declared.deleteProduct>) {
  const { brand_id, id } = product;
  const set = await imageSetOf(product);
  const image_ids = set.images.map((image) => image.id);
  return change(
    noContent(),
    ...productWrites({ before: product }),
    imageSetRemoval(set),
    ...(image_ids.length > 0 ? removal(id, { brand_id, product_id: id, image_ids }, now) : []),
    ...(await freeEntitlement(useOf(product, now))),
    { brand_id, events: [{ type: 'product.deleted', data: { id } }] },
  );
}

const useOf = ({ brand_id: brandId }: Product, now: Date) =>
  ({ brandId, name: 'products', amount: 1, now }) as const;

/** The writes that have the files of images removed. */
const removal = (
  key: string,
  payload: { readonly brand_id: string; readonly product_id: string; readonly image_ids: string[] },
  now: Date,
) => {
  const work = { kind: 'remove-images', key } as const;
  return [scheduleWork({ ...work, due: now, payload }), { wakes: work, due: now }];
};

export async function exportProducts({ query }: Call<typeof declared.exportProducts>) {
  const { brand_id, limit, cursor } = query;
  const { data, nextCursor } = await products.page({ brand_id }, { limit, cursor });
  const header = cursor === undefined ? exportHeader : '';
  return csvPage(header + data.map(exportLines).join(''), 'products.csv', okPage([], nextCursor));
}

/** A part of a list as CSV. The body of a text reply is not sent; its cursor becomes the Link header. */
const csvPage = (text: string, name: string, { body }: Reply) => ({
  ...okText('text/csv', text, { 'Content-Disposition': `attachment; filename="${name}"` }),
  body,
});

export async function createProductImport({
  query,
  body,
  now,
  newId,
}: Call<typeof declared.createProductImport>) {
  const { brand_id } = query;
  const one = newImport({ brand_id, dry_run: query.dry_run === 'true' }, { id: newId(), now });
  const address = `/api/v1/product-imports/${one.id}`;
  const key = importObjectKey(brand_id, one.id);
  const contentType = 'text/csv';
  if (body.csv === undefined) {
    const upload = await uploadLink(mediaBucket, { key, contentType, seconds: uploadSeconds }, now);
    return change(accepted({ ...one, upload }, address), imports.insert(one));
  }
  // Before the transaction: without it, the file is never read and expires.
  await putObject(mediaBucket, key, Buffer.from(body.csv), contentType);
  const work = { kind: 'import-products', key: one.id } as const;
  return change(
    accepted(one, address),
    imports.insert(one),
    scheduleWork({ ...work, due: now, payload: { brand_id, import_id: one.id } }),
    { wakes: work, due: now },
  );
}

export const getProductImport = ({ resource }: Call<typeof declared.getProductImport>) => ok(resource);

export async function listImportFaults({
  resource,
  query,
  mediaType,
}: Call<typeof declared.listImportFaults>) {
  const { limit, cursor, format } = query;
  const { data, nextCursor } = await readBadLines(resource, { limit, cursor });
  const page = okPage(data, nextCursor);
  if (format === undefined ? mediaType !== 'text/csv' : format !== 'csv') return page;
  const rows = data.flatMap(({ line, faults }) =>
    faults.map(({ column, code, reason }) => [line, column, code, reason]),
  );
  const header = cursor === undefined ? [['line', 'column', 'code', 'reason']] : [];
  return csvPage(csvText([...header, ...rows]), 'faults.csv', page);
}

/** A file that begins to arrive in the last second of its link. */
const lateSeconds = 60;

export async function createProductImage({
  resource: product,
  body,
  now,
  newId,
  addressOf,
}: Call<typeof declared.createProductImage>) {
  const { brand_id, id: product_id } = product;
  const set = await imageSetOf(product);
  const id = newId();
  const images = addImage(set.images, body, { id, now });
  const key = imageUploadKey({ brandId: brand_id, productId: product_id, imageId: id });
  const { content_type: contentType, bytes: size } = body;
  const upload = await uploadLink(mediaBucket, { key, contentType, size, seconds: uploadSeconds }, now);
  const image = imageShown(product, images, id, addressOf);
  const due = new Date(now.getTime() + (uploadSeconds + lateSeconds) * 1000);
  return change(
    created({ ...image, upload }, `/api/v1/products/${product_id}/images/${id}`),
    ...imageWrites({ set, images, product, changed: product }),
    scheduleWork({ kind: 'make-image-sizes', key: id, due, payload: { brand_id, product_id, image_id: id } }),
  );
}

export async function listProductImages({
  resource: product,
  addressOf,
}: Call<typeof declared.listProductImages>) {
  const { images } = await imageSetOf(product);
  return ok(shownImages(product, images, imageAddresses(addressOf)));
}

export async function getProductImage({
  resource: product,
  parameters,
  addressOf,
}: Call<typeof declared.getProductImage>) {
  const { images } = await imageSetOf(product);
  return ok(imageShown(product, images, parameters.image_id, addressOf));
}

export async function updateProductImage({
  resource: product,
  parameters,
  body,
  now,
  addressOf,
}: Call<typeof declared.updateProductImage>) {
  const set = await imageSetOf(product);
  const images = found(patchImage(set.images, parameters.image_id, body, now));
  const reply = ok(imageShown(product, images, parameters.image_id, addressOf));
  return images === set.images ? reply : change(reply, ...imageChange(product, set, images, now));
}

export async function deleteProductImage({
  resource: product,
  parameters: { image_id },
  now,
}: Call<typeof declared.deleteProductImage>) {
  const { brand_id, id: product_id } = product;
  const set = await imageSetOf(product);
  found(imageIn(set.images, image_id));
  return change(
    noContent(),
    ...imageChange(product, set, withoutImage(set.images, image_id), now),
    ...removal(image_id, { brand_id, product_id, image_ids: [image_id] }, now),
  );
}

/** Far below the life of the link to the file, which ends with the credentials of this function at the latest. */
const cacheSeconds = 900;

export async function followImageLink({ parameters }: PlainCall<typeof declared.followImageLink>) {
  const { brand_id, image_id, file } = parameters;
  const { key } = found(await findObject(mediaBucket, { key: imageFileKey(brand_id, image_id, file) }));
  const reply = redirect(await displayLink(mediaBucket, key));
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': `public, max-age=${cacheSeconds}` } };
}

const imageSetOf = ({ brand_id, id }: Product) => imageSets.find({ brand_id, product_id: id });

/** The writes of changed images, and the event of their product if its ready images change. */
function imageChange(product: Product, set: ImageSet, images: Images, now: Date): readonly Write[] {
  const after = withImages(product, images, now);
  return [
    ...imageWrites({ set, images, product, changed: after }),
    ...(after === product
      ? []
      : [{ brand_id: product.brand_id, events: [productChangedEvent(product, after)] }]),
  ];
}

type AddressOf = (path: string) => string;

/** The addresses of images: at the CDN if there is one, otherwise at the address of the API that the client uses. */
function imageAddresses(addressOf: AddressOf): ImageAddress {
  const cdn = process.env['IMAGES_URL'];
  return (brandId, imageId, size, format) => {
    const path = `/${brandId}/${imageId}/${size}.${format}`;
    return cdn ? `${cdn}/product-images${path}` : addressOf(`/api/v1/images${path}`);
  };
}

const productShown = (product: Product, addressOf: AddressOf) =>
  shownProduct(product, imageAddresses(addressOf));

/** One of the images of a product. @throws ApiError not_found */
const imageShown = (product: Product, images: Images, imageId: string, addressOf: AddressOf) =>
  found(shownImages(product, images, imageAddresses(addressOf)).find(({ id }) => id === imageId));
