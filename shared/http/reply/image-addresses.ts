import { type ImageAddress, shownImages, shownProduct } from '#commerce/product-images/image-links.ts';
import type { Images } from '#commerce/product-images/image-set.ts';
import type { ProductImage } from '#contract/commerce/product-image-fields.ts';
import type { Product, ShownProduct } from '#contract/commerce/products.ts';
import { found } from '#contract/errors.ts';

/** Address of a CDN in front of the images; empty or absent without one. */
const cdn = process.env['IMAGES_URL'] || undefined;

/** The addresses of images: at the CDN if there is one, otherwise at the address of the API that the client uses. */
export const imageAddresses =
  (addressOf: (path: string) => string): ImageAddress =>
  (brandId, imageId, size, format) => {
    const path = `/${brandId}/${imageId}/${size}.${format}`;
    return cdn === undefined ? addressOf(`/api/v1/images${path}`) : `${cdn}/product-images${path}`;
  };

/** A product as the API shows it. */
export const productShown = (product: Product, addressOf: (path: string) => string): ShownProduct =>
  shownProduct(product, imageAddresses(addressOf));

/** One of the images of a product. @throws ApiError not_found */
export const imageShown = (
  product: Pick<Product, 'id' | 'brand_id'>,
  images: Images,
  imageId: string,
  address: ImageAddress,
): ProductImage => found(shownImages(product, images, address).find(({ id }) => id === imageId));
