import { exportBrandsGiveUps, exportBrandsHandlers } from '#work/handlers/export-brands.ts';
import { workFunction } from '#work/run-work.ts';

/** Makes the archives of brands. */
export const handler = workFunction('export-brands', exportBrandsHandlers, exportBrandsGiveUps);
