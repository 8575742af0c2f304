import { eraseBrandsHandlers } from '#commerce/brands/deletion-work.ts';
import { workFunction } from '#work/run-work.ts';

/** Reminds of the deletion of brands, and removes everything that they own. */
export const handler = workFunction('erase-brands', eraseBrandsHandlers);
