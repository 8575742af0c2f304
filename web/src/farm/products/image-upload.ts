import type { FileUpload } from '#contract/commerce/product-files.ts';
import type { ProductImage } from '#contract/commerce/product-image-fields.ts';
import { uploadTypes as imageTypes } from '#contract/commerce/product-image-fields.ts';
import { api } from '#web/api/api.ts';

type ImageType = (typeof imageTypes)[number];

/** Values of the file field that offers images. */
export const acceptedImages = imageTypes.join(',');

const maxBytes = 15 * 1024 * 1024;

/** Images of a product, failed ones not counted. */
export const maxImages = 10;

/** Why a file cannot be an image of a product; undefined if it can. */
export function imageFault(file: File): 'type' | 'size' | undefined {
  if (!isImageType(file.type)) return 'type';
  return file.size > maxBytes ? 'size' : undefined;
}

/** Adds a file as the last image of a product. `onProgress` gets the part that has arrived, from 0 to 1. */
export async function addImage(
  productId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<ProductImage> {
  if (!isImageType(file.type)) throw new TypeError(`Not an image type: ${file.type}`);
  const image = await api('POST /api/v1/products/{id}/images', {
    id: productId,
    content_type: file.type,
    bytes: file.size,
  });
  await sendFile(image.upload, file, onProgress);
  return image;
}

/** Sends a file to its link. XMLHttpRequest reports how much has arrived; fetch does not. */
function sendFile(
  { method, url, headers }: FileUpload,
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new UploadFailed(file.name, request.status));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => (request.status < 300 ? resolve() : fail());
    request.onerror = fail;
    request.ontimeout = fail;
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(file);
  });
}

/** The store did not take a file. */
class UploadFailed extends Error {
  override readonly name = 'UploadFailed';

  constructor(fileName: string, status: number) {
    super(`Upload of ${fileName} ended with status ${status}`);
  }
}

const isImageType = (type: string): type is ImageType => imageTypes.some((known) => known === type);
