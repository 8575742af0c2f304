import { ApiError } from '#contract/errors.ts';
import {
  type ImageFault,
  type ImageFormat,
  type ImageInput,
  type ImagePatch,
  type ImageSize,
  imageFaults,
  imageSizes,
  maxImages,
  type Product,
  type ProductImage,
  type ShownProduct,
  type StoredImage,
} from './product-fields.ts';

interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** The images of one product in their order. */
export type Images = readonly StoredImage[];

interface Origin {
  readonly id: string;
  readonly now: Date;
}

/**
 * Adds an image that waits for its file. Failed images make room for it, the oldest first.
 *
 * @throws ApiError image_limit_reached
 */
export function addImage(images: Images, { alt_text, position }: ImageInput, { id, now }: Origin): Images {
  const surplus = images.length + 1 - maxImages;
  const failed = images
    .filter(({ status }) => status === 'failed')
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, Math.max(0, surplus));
  if (failed.length < surplus) throw new ApiError('image_limit_reached');
  const time = now.toISOString();
  const added: StoredImage = {
    id,
    status: 'waiting',
    alt_text: alt_text ?? '',
    created_at: time,
    updated_at: time,
  };
  return placed(
    images.filter((image) => !failed.includes(image)),
    added,
    position,
  );
}

/** The images after a patch of one of them; undefined if there is no such image. */
export function patchImage(
  images: Images,
  id: string,
  { alt_text, position }: ImagePatch,
  now: Date,
): Images | undefined {
  const image = imageIn(images, id);
  if (image === undefined) return undefined;
  const text = alt_text === undefined ? image.alt_text : (alt_text ?? '');
  const place = images.indexOf(image) + 1;
  if (text === image.alt_text && (position ?? place) === place) return images;
  const changed = { ...image, alt_text: text, updated_at: now.toISOString() };
  return placed(withoutImage(images, id), changed, position ?? place);
}

export const imageIn = (images: Images, id: string): StoredImage | undefined =>
  images.find((image) => image.id === id);

export const withoutImage = (images: Images, id: string): Images => images.filter((image) => image.id !== id);

/** The outcome of processing a file. */
export type ImageOutcome =
  | { readonly status: 'processing' }
  | { readonly status: 'failed'; readonly fault: ImageFault }
  | ({ readonly status: 'ready' } & Pixels);

/** The images after a step of processing one of them. Text and position of the image stay. */
export const processed = (images: Images, id: string, outcome: ImageOutcome, now: Date): Images =>
  images.map((image) => {
    if (image.id !== id) return image;
    const { alt_text, created_at } = image;
    return { id, alt_text, created_at, updated_at: now.toISOString(), ...outcome };
  });

/** The image at its position, or at the end. */
function placed(others: Images, image: StoredImage, position = others.length + 1): Images {
  const index = Math.min(position - 1, others.length);
  return [...others.slice(0, index), image, ...others.slice(index)];
}

/**
 * The product with the ready images of its set, in its next version; the same product if those have not changed.
 */
export function withImages(product: Product, images: Images, now: Date): Product {
  const { images: before = [], ...fields } = product;
  const ready = images.flatMap((image) => {
    if (image.status !== 'ready') return [];
    const { id, alt_text, width, height } = image;
    return [{ id, alt_text, width, height }];
  });
  if (JSON.stringify(ready) === JSON.stringify(before)) return product;
  return {
    ...fields,
    ...(ready.length > 0 && { images: ready }),
    updated_at: now.toISOString(),
    version: product.version + 1,
  };
}

/** Width and height of a size: the whole image in its square, never enlarged. */
export function pixelsOf({ width, height }: Pixels, size: ImageSize): Pixels {
  const scale = Math.min(1, imageSizes[size] / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

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
