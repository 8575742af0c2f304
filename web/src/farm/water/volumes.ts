import type { Volume } from '#contract/commerce/volumes.ts';
import { formatNumber } from '#web/text/format.ts';

/** Units in which the season is shown. */
export type ShownUnit = 'gallons' | 'acre_feet';

/** A volume in one unit, without the unit: whole gallons, or acre-feet with two decimals. */
export function formatVolume(volume: Volume, unit: ShownUnit): string {
  return unit === 'gallons' ? formatNumber(Math.round(volume.gallons)) : formatNumber(volume.acre_feet, 2);
}
