import { processImagesGiveUps, processImagesHandlers } from '#commerce/products/image-work.ts';
import { workFunction } from '#work/run-work.ts';

/** Makes the sizes of uploaded images, and removes the files of deleted ones. */
export const handler = workFunction('process-images', processImagesHandlers, processImagesGiveUps);
