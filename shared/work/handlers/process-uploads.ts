import type { WorkHandlers } from '../run-work.ts';
import { importProducts } from './import-products.ts';

/** The handlers of the worker `process-uploads`, by kind. */
export const processUploadsHandlers: WorkHandlers<'process-uploads'> = {
  'import-products': importProducts,
};
