import { changedAt, createdAt, exampleProduct, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const imageParameters = { id: ids.product, image_id: ids.image };

const addressOf = (file: string) =>
  `https://api.example.com/commerce/api/v1/images/${ids.brand}/${ids.image}/${file}`;

const sizeOf = (name: string, width: number, height: number) => ({
  width,
  height,
  webp: addressOf(`${name}.webp`),
  jpeg: addressOf(`${name}.jpeg`),
});

const shown = {
  width: 4032,
  height: 3024,
  sizes: {
    thumbnail: sizeOf('thumbnail', 320, 240),
    medium: sizeOf('medium', 800, 600),
    large: sizeOf('large', 1600, 1200),
  },
};

const waitingImage = {
  id: ids.image,
  product_id: ids.product,
  status: 'waiting',
  alt_text: 'Red and yellow tomatoes in a basket',
  position: 1,
  created_at: createdAt,
  updated_at: createdAt,
};

const shownImage = { ...waitingImage, status: 'ready', ...shown, updated_at: changedAt };

/** The image as its product has it. */
const readyImage = { id: ids.image, alt_text: waitingImage.alt_text, ...shown };

const upload = {
  method: 'PUT',
  url: `https://media.s3.us-east-1.amazonaws.com/product-uploads/${ids.brand}/${ids.product}/${ids.image}?X-Amz-Signature=0123abcd`,
  headers: { 'Content-Type': 'image/jpeg' },
  expires_at: '2026-03-02T15:19:05.120Z',
};

const { id, created_at, updated_at, version, ...productInput } = exampleProduct;
const { brand_id, ...productReplacement } = productInput;
const { tax_category, ...untaxedProduct } = exampleProduct;

const waitingImport = {
  id: ids.import,
  brand_id: ids.brand,
  status: 'waiting',
  dry_run: false,
  lines: 0,
  processed: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  bad: 0,
  ignored_columns: [],
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

export const productExamples: OperationExamples = {
  'list-products': {
    parameters: {
      brand_id: ids.brand,
      category: 'vegetables',
      is_active: 'true',
      search: 'tomato',
      sku: 'TOM-1',
      barcode: '4006381333931',
      limit: 20,
      offset: 0,
    },
    response: { data: [exampleProduct], pagination: { limit: 20, offset: 0, count: 1 } },
  },
  'create-product': { body: productInput, response: { data: exampleProduct } },
  'get-product': {
    parameters: { id: ids.product },
    response: { data: { ...exampleProduct, images: [readyImage] } },
  },
  'update-product': {
    parameters: { id: ids.product },
    body: { ...productReplacement, price: 4.75 },
    response: { data: { ...exampleProduct, price: 4.75, updated_at: changedAt, version: 2 } },
  },
  'patch-product': {
    parameters: { id: ids.product },
    body: { price: 4.75, tax_category: null },
    response: {
      data: { ...untaxedProduct, price: 4.75, updated_at: changedAt, version: 2 },
    },
  },
  'delete-product': { parameters: { id: ids.product } },
  'export-products': { parameters: { brand_id: ids.brand, limit: 5000 } },
  'create-product-import': {
    parameters: { brand_id: ids.brand, dry_run: 'false' },
    body: { csv: 'sku,name,price,unit\r\nTOM-1,Heirloom tomatoes,4.75,lb\r\n' },
    response: { data: waitingImport },
  },
  'get-product-import': {
    parameters: { id: ids.import },
    response: {
      data: {
        ...waitingImport,
        status: 'done',
        lines: 3,
        processed: 3,
        created: 1,
        changed: 1,
        bad: 1,
        ignored_columns: ['shelf'],
        updated_at: changedAt,
        version: 4,
      },
    },
  },
  'list-import-faults': {
    parameters: { id: ids.import, limit: 200, format: 'json' },
    response: {
      data: [
        {
          line: 3,
          faults: [{ column: 'price', code: 'invalid_type', reason: 'Expected a number such as 4.50' }],
        },
      ],
      pagination: { next_cursor: null, has_more: false },
    },
  },
  'create-product-image': {
    parameters: { id: ids.product },
    body: { content_type: 'image/jpeg', bytes: 3_204_115, alt_text: waitingImage.alt_text, position: 1 },
    response: { data: { ...waitingImage, upload } },
  },
  'list-product-images': { parameters: { id: ids.product }, response: { data: [shownImage] } },
  'get-product-image': { parameters: imageParameters, response: { data: shownImage } },
  'update-product-image': {
    parameters: imageParameters,
    body: { alt_text: 'A basket of tomatoes', position: 1 },
    response: { data: { ...shownImage, alt_text: 'A basket of tomatoes' } },
  },
  'delete-product-image': { parameters: imageParameters },
  'follow-image-link': {
    parameters: { brand_id: ids.brand, image_id: ids.image, file: 'medium.webp' },
  },
};
