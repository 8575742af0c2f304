import type { OperationExamples } from '../../openapi/document.ts';
import { changedAt, createdAt, ids } from './records.ts';

const parameters = { id: ids.product, image_id: ids.image };

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

const waiting = {
  id: ids.image,
  product_id: ids.product,
  status: 'waiting',
  alt_text: 'Red and yellow tomatoes in a basket',
  position: 1,
  created_at: createdAt,
  updated_at: createdAt,
};

const ready = { ...waiting, status: 'ready', ...shown, updated_at: changedAt };

/** The image as its product has it. */
export const exampleReadyImage = { id: ids.image, alt_text: waiting.alt_text, ...shown };

const upload = {
  method: 'PUT',
  url: `https://media.s3.us-east-1.amazonaws.com/product-uploads/${ids.brand}/${ids.product}/${ids.image}?X-Amz-Signature=0123abcd`,
  headers: { 'Content-Type': 'image/jpeg' },
  expires_at: '2026-03-02T15:19:05.120Z',
};

export const productImageExamples: OperationExamples = {
  'create-product-image': {
    parameters: { id: ids.product },
    body: { content_type: 'image/jpeg', bytes: 3_204_115, alt_text: waiting.alt_text, position: 1 },
    response: { data: { ...waiting, upload } },
  },
  'list-product-images': { parameters: { id: ids.product }, response: { data: [ready] } },
  'get-product-image': { parameters, response: { data: ready } },
  'update-product-image': {
    parameters,
    body: { alt_text: 'A basket of tomatoes', position: 1 },
    response: { data: { ...ready, alt_text: 'A basket of tomatoes' } },
  },
  'delete-product-image': { parameters },
  'follow-image-link': {
    parameters: { brand_id: ids.brand, image_id: ids.image, file: 'medium.webp' },
  },
};
