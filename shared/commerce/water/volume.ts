import { Big } from 'big.js';
import { ApiError } from '#contract/errors.ts';
import { decimalOf } from '../money.ts';
import type { Allocation, Volume, VolumeUnit } from './water-fields.ts';

/** A volume inside the service: exact litres, because every unit is a decimal number of litres. */
export type Litres = Big;

/**
 * One gallon is 231 cubic inches of 2.54 cm, and one acre-foot is 43,560 cubic feet. So both are exact decimals in litres, but
 * neither is one in the other: an acre-foot is 325,851 3/7 gallons.
 */
const litresIn: Readonly<Record<VolumeUnit, string>> = {
  gallons: '3.785411784',
  litres: '1',
  cubic_metres: '1000',
  acre_feet: '1233481.83754752',
};

export const noLitres: Litres = new Big(0);

export const litresOf = (amount: number, unit: VolumeUnit): Litres => decimalOf(amount).times(litresIn[unit]);

export const litresOfAllocation = ({ amount, unit }: Allocation): Litres => litresOf(amount, unit);

export const sumOfLitres = (volumes: readonly Litres[]): Litres =>
  volumes.reduce((sum, one) => sum.plus(one), noLitres);

const decimals = 6;

/** Divides with six decimals, rounded half up. */
const Rounded = Big();
Rounded.DP = decimals;
Rounded.RM = Big.roundHalfUp;

/** `volume` times `part` of `whole`, rounded half up to a millionth of a litre. */
export const partOf = (volume: Litres, part: number, whole: number): Litres =>
  new Big(new Rounded(volume.times(part)).div(whole));

/**
 * The amount in a unit, rounded half up to six decimals.
 *
 * @throws ApiError figures_too_large when a JSON number cannot hold it
 */
function amountIn(litres: Litres, unit: VolumeUnit): number {
  const amount = Number(new Rounded(litres).div(litresIn[unit]));
  if (Math.abs(amount) > Number.MAX_SAFE_INTEGER) throw new ApiError('figures_too_large');
  return amount;
}

/** Exact gallons, rounded half up to six decimals. */
export const gallonsIn = (litres: Litres): Big => new Big(new Rounded(litres).div(litresIn.gallons));

/** The volume in each unit. */
export const volumeOf = (litres: Litres): Volume => ({
  gallons: amountIn(litres, 'gallons'),
  litres: amountIn(litres, 'litres'),
  cubic_metres: amountIn(litres, 'cubic_metres'),
  acre_feet: amountIn(litres, 'acre_feet'),
});
