import {
  type ImageFormat,
  type ImageSize,
  imageFaults,
  type ProductImage,
} from '#contract/commerce/product-image-fields.ts';
import type { Product, ShownProduct } from '#contract/commerce/products.ts';
import { type Images, pixelsOf, type StoredImage } from './image-set.ts';

/** The address of one file of an image. */
export type ImageAddress = (brandId: string, imageId: string, size: ImageSize, format: ImageFormat) => string;

/** The product with the addresses of its images. */
export function shownProduct(product: Product, address: ImageAddress): ShownProduct {
  const { images, ...fields } = product;
  if (images === undefined) return fields;
  const { created_at, updated_at, version, ...others } = fields;
  const shown = images.map((image) => ({ ...image, sizes: sizesOf(product.brand_id, image, address) }));
  // The order of the members is that of the contract.
  return { ...others, images: shown, created_at, updated_at, version };
}

/** Every image of a product, as the API shows it. */
export const shownImages = (
  { id, brand_id }: Pick<Product, 'id' | 'brand_id'>,
  images: Images,
  address: ImageAddress,
): readonly ProductImage[] =>
  images.map((image, index) => ({
    id: image.id,
    product_id: id,
    status: image.status,
    ...failureOf(image),
    alt_text: image.alt_text,
    position: index + 1,
    ...pixelsAndSizes(brand_id, image, address),
    created_at: image.created_at,
    updated_at: image.updated_at,
  }));

const failureOf = (image: StoredImage) =>
  image.status === 'failed' ? { failure: { code: image.fault, message: imageFaults[image.fault] } } : {};

const pixelsAndSizes = (brandId: string, image: StoredImage, address: ImageAddress) =>
  image.status === 'ready'
    ? { width: image.width, height: image.height, sizes: sizesOf(brandId, image, address) }
    : {};

function sizesOf(
  brandId: string,
  image: { readonly id: string; readonly width: number; readonly height: number },
  address: ImageAddress,
) {
  const linksOf = (size: ImageSize) => ({
    ...pixelsOf(image, size),
    webp: address(brandId, image.id, size, 'webp'),
    jpeg: address(brandId, image.id, size, 'jpeg'),
  });
  return { thumbnail: linksOf('thumbnail'), medium: linksOf('medium'), large: linksOf('large') };
}
