import { exportBrandsGiveUps, exportBrandsHandlers } from '#commerce/brands/export-work.ts';
import { workFunction } from '#work/run-work.ts';

/** Makes the archives of brands. */
export const handler = workFunction('export-brands', exportBrandsHandlers, exportBrandsGiveUps);
