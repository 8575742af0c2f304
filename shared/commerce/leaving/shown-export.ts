import type { BrandExport } from '#contract/commerce/leaving.ts';

/** The export as it is shown: the lifecycle rule of the bucket removes the archive without a change of the record. */
export const shownExport = (one: BrandExport, now: Date): BrandExport =>
  one.status === 'done' && !isAvailable(one, now) ? { ...one, status: 'expired' } : one;

export const isAvailable = ({ status, available_until = '' }: BrandExport, now: Date): boolean =>
  status === 'done' && available_until > now.toISOString();
