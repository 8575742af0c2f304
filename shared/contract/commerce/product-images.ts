import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, uuid } from '../fields.ts';
import { upload, uploadSeconds } from './product-files.ts';
import {
  imageFormats,
  imageSizeNames,
  maxAltText,
  maxImageBytes,
  maxImages,
  productImage,
  uploadTypes,
} from './product-image-fields.ts';

const endpoint = endpointsOf('commerce', 'products');

const product = { id: uuid.describe('Id of the product') };
const image = z.object({ ...product, image_id: uuid.describe('Id of the image') });

const altText = z.string().max(maxAltText).describe('Description for people who do not see the image');
const position = z.int().min(1).max(maxImages).describe('1 is the main image; later images move back');

export const imageInput = z.object({
  content_type: z.enum(uploadTypes),
  bytes: z.int().min(1).max(maxImageBytes).describe('Exact size of the file; S3 refuses any other'),
  alt_text: altText.optional(),
  position: position.optional(),
});
export type ImageInput = z.output<typeof imageInput>;

export const imagePatch = z.object({
  alt_text: altText.nullable().optional(),
  position: position.optional(),
});
export type ImagePatch = z.output<typeof imagePatch>;

export const createProductImage = endpoint('POST', '/api/v1/products/{id}/images', 'create-product-image', {
  summary: 'Add an image to a product',
  description: `Returns a link that accepts the file with PUT for ${uploadSeconds / 60} minutes, with the returned headers and exactly the declared size. Accepts JPEG, PNG and WebP of up to 15 MB and 50 million pixels. The sizes are made within seconds: in sRGB, upright, and without metadata such as places. The uploaded file is then deleted. A product has at most ${maxImages} images; failed ones make room for new ones.`,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: ['products', 'work'],
  media: ['image-uploads'],
  limiter: 'api',
  idempotent: true,
  parameters: z.object(product),
  body: imageInput,
  responses: {
    201: {
      description: 'The image, with the link for its file',
      schema: dataOf(z.object({ ...productImage.shape, upload })),
    },
  },
  errors: ['not_found', 'image_limit_reached', 'conflict'],
});

export const listProductImages = endpoint('GET', '/api/v1/products/{id}/images', 'list-product-images', {
  summary: 'List the images of a product',
  description: 'Includes images that are not ready. The product itself has the ready ones.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  parameters: z.object(product),
  responses: { 200: { description: 'Images in their order', schema: dataOf(z.array(productImage)) } },
  errors: ['not_found'],
});

export const getProductImage = endpoint(
  'GET',
  '/api/v1/products/{id}/images/{image_id}',
  'get-product-image',
  {
    summary: 'Get an image of a product',
    access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
    data: 'read',
    parameters: image,
    responses: { 200: { description: 'The image', schema: dataOf(productImage) } },
    errors: ['not_found'],
  },
);

export const updateProductImage = endpoint(
  'PATCH',
  '/api/v1/products/{id}/images/{image_id}',
  'update-product-image',
  {
    summary: 'Change the alternative text or the position of an image',
    description: 'JSON merge patch (RFC 7396).',
    access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
    data: 'write',
    writes: ['products'],
    wakesWorkers: true,
    limiter: 'api',
    parameters: image,
    body: imagePatch,
    responses: { 200: { description: 'The changed image', schema: dataOf(productImage) } },
    errors: ['not_found', 'conflict'],
  },
);

export const deleteProductImage = endpoint(
  'DELETE',
  '/api/v1/products/{id}/images/{image_id}',
  'delete-product-image',
  {
    summary: 'Delete an image of a product',
    description: 'Its files are removed within seconds. Caches may keep a copy.',
    access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
    data: 'write',
    writes: ['products'],
    wakesWorkers: true,
    limiter: 'api',
    parameters: image,
    responses: { 204: { description: 'Deleted' } },
    errors: ['not_found', 'conflict'],
  },
);

const imageFiles = imageSizeNames.flatMap((size) =>
  imageFormats.map((format) => `${size}.${format}` as const),
);

export const followImageLink = endpoint(
  'GET',
  '/api/v1/images/{brand_id}/{image_id}/{file}',
  'follow-image-link',
  {
    summary: 'Show an image of a product',
    description:
      'The permanent address of an image, for shops and apps. Redirects to the file, under a link that works for two hours at most. The file itself never changes and may be cached for a year.',
    access: { kind: 'public' },
    data: 'none',
    media: ['image-links'],
    parameters: z.object({
      brand_id: uuid.describe('Id of the brand'),
      image_id: uuid.describe('Id of the image'),
      file: z
        .enum(imageFiles as [(typeof imageFiles)[number], ...(typeof imageFiles)[number][]])
        .describe('Size and format'),
    }),
    responses: { 302: { description: 'Redirect to the file' } },
    errors: ['not_found'],
  },
);
