import { followImageLink } from '#contract/commerce/product-images.ts';
import { found } from '#contract/errors.ts';
import { plainEndpoint, redirect } from '#http/endpoint/plain-endpoint.ts';
import { displayLink, mediaBucket } from '#store/s3/media-bucket.ts';
import { imageFileKey } from '#store/s3/media-keys.ts';
import { findObject } from '#store/s3/x12-bucket.ts';

/** Far below the life of the link to the file, which ends with the credentials of this function at the latest. */
const cacheSeconds = 900;

export const handler = plainEndpoint(followImageLink, async ({ parameters }) => {
  const { brand_id, image_id, file } = parameters;
  const { key } = found(await findObject(mediaBucket, { key: imageFileKey(brand_id, image_id, file) }));
  const reply = redirect(await displayLink(mediaBucket, key));
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': `public, max-age=${cacheSeconds}` } };
});
