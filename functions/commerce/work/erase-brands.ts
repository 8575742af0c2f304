import { eraseBrandsHandlers } from '#work/handlers/erase-brands.ts';
import { workFunction } from '#work/run-work.ts';

/** Reminds of the deletion of brands, and removes everything that they own. */
export const handler = workFunction('erase-brands', eraseBrandsHandlers);
