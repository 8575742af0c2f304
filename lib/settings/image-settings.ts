import * as z from 'zod';

const isAddress = (value: string) =>
  URL.canParse(value) && new URL(value).protocol === 'https:' && !/[?#]|\/$/.test(value);

/** Settings of a CDN in front of the images of products. */
export const imageSettings = {
  /** Address under which the CDN has the folder product-images/; empty to show images by redirects of the API. */
  imagesUrl: z
    .string()
    .refine((value) => value === '' || isAddress(value), 'Expected an https URL without a slash at the end')
    .default(''),
  /** Id of the CloudFront distribution that may read images; empty for none. */
  imagesDistribution: z
    .string()
    .regex(/^$|^[A-Z0-9]{10,32}$/, 'Expected the id of a distribution, such as E2QWRUHAPOMQZL')
    .default(''),
} as const;
