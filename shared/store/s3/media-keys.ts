import {
  type ImageFormat,
  type ImageSize,
  imageFormats,
  imageSizeNames,
} from '#commerce/products/product-fields.ts';

/** Keys of the objects with files of products. */

export const importObjectKey = (brandId: string, importId: string): string =>
  `product-imports/${brandId}/${importId}.csv`;

/** An image and the product that it belongs to. */
export interface ImagePlace {
  readonly brandId: string;
  readonly productId: string;
  readonly imageId: string;
}

export const imageUploadKey = ({ brandId, productId, imageId }: ImagePlace): string =>
  `product-uploads/${brandId}/${productId}/${imageId}`;

/** The key of one file of an image. It is also the end of its address at a CDN, so it must never change. */
export const imageKey = (brandId: string, imageId: string, size: ImageSize, format: ImageFormat): string =>
  imageFileKey(brandId, imageId, `${size}.${format}`);

export const imageFileKey = (brandId: string, imageId: string, file: string): string =>
  `product-images/${brandId}/${imageId}/${file}`;

/** The keys of every file of an image, the uploaded one included. */
export const keysOfImage = (place: ImagePlace): readonly string[] => [
  imageUploadKey(place),
  ...imageSizeNames.flatMap((size) =>
    imageFormats.map((format) => imageKey(place.brandId, place.imageId, size, format)),
  ),
];

export type MediaUpload =
  | { readonly kind: 'import'; readonly brandId: string; readonly id: string }
  | ({ readonly kind: 'image' } & ImagePlace);

/** The upload that a key of an object names. */
export function uploadOf(key: string): MediaUpload | undefined {
  const [folder, brandId, name, imageId] = key.split('/');
  if (brandId === undefined || name === undefined) return undefined;
  if (folder === 'product-imports') return { kind: 'import', brandId, id: name.replace(/\.csv$/, '') };
  if (folder !== 'product-uploads' || imageId === undefined) return undefined;
  return { kind: 'image', brandId, productId: name, imageId };
}

/** Folders of the media bucket. Below each, the files of a brand are in a folder named by its id. */
const mediaFolders = ['product-uploads', 'product-images', 'product-imports', 'brand-exports'] as const;

/** Beginnings of the keys of all objects of a brand. */
export const mediaPrefixesOf = (brandId: string): readonly string[] =>
  mediaFolders.map((folder) => `${folder}/${brandId}/`);

export const archiveKey = (brandId: string, exportId: string): string =>
  `brand-exports/${brandId}/${exportId}.zip`;

/** Beginning of the keys of the pieces from which an archive is made. */
export const piecesPrefix = (brandId: string, exportId: string): string =>
  `brand-exports/${brandId}/${exportId}-pieces/`;
export const pieceKey = (brandId: string, exportId: string, file: string, piece: string): string =>
  `${piecesPrefix(brandId, exportId)}${file}-${piece}.ndjson`;
