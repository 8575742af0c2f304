import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';

const inFarm = (brandId: string, sk: string): ItemKey => ({ pk: `FARM#${brandId}`, sk });
const partOfFarm = (brandId: string, prefix: string): KeyPrefix => ({ pk: `FARM#${brandId}`, prefix });

export const fieldKey = (brandId: string, id: string): ItemKey => inFarm(brandId, `FIELD#${id}`);
export const fieldsOfBrand = (brandId: string): KeyPrefix => partOfFarm(brandId, 'FIELD#');
export const meterKey = (brandId: string, id: string): ItemKey => inFarm(brandId, `METER#${id}`);
export const metersOfBrand = (brandId: string): KeyPrefix => partOfFarm(brandId, 'METER#');
export const waterCountKey = (brandId: string, of: 'FIELD' | 'METER'): ItemKey =>
  inFarm(brandId, `COUNT#${of}`);

export const readingKey = (brandId: string, meterId: string, readAt: string, id: string): ItemKey =>
  inFarm(brandId, `READING#${meterId}#${readAt}#${id}`);
export const readingsOf = (brandId: string, meterId: string): KeyPrefix =>
  partOfFarm(brandId, `READING#${meterId}#`);
export const readingIdKey = (brandId: string, meterId: string, id: string): ItemKey =>
  inFarm(brandId, `READINGID#${meterId}#${id}`);

/** `to` is the time of the reading that ends the use. */
export const useKey = (brandId: string, to: string, readingId: string): ItemKey =>
  inFarm(brandId, `USE#${to}#${readingId}`);
/** Id of the reading that ends the use with this sort key. */
export const readingOfUse = (sk: string): string => sk.slice(sk.lastIndexOf('#') + 1);
export const usesOf = (brandId: string): KeyPrefix => partOfFarm(brandId, 'USE#');

export const logChangeKey = (brandId: string, logId: string, version: number): ItemKey =>
  inFarm(brandId, `HISTORY#${logId}#${String(version).padStart(9, '0')}`);
export const logChangesOf = (brandId: string, logId: string): KeyPrefix =>
  partOfFarm(brandId, `HISTORY#${logId}#`);

export const waterSettingsKey = (brandId: string): ItemKey => inFarm(brandId, 'SETTINGS');
