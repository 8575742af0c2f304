import type { WorkHandlers } from '../run-work.ts';
import { makeImageSizes } from './make-image-sizes.ts';
import { removeImages } from './remove-images.ts';

/** The handlers of the worker `process-images`, by kind. */
export const processImagesHandlers: WorkHandlers<'process-images'> = {
  'make-image-sizes': makeImageSizes,
  'remove-images': removeImages,
};
