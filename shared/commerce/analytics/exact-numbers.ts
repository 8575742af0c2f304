import { ApiError } from '#contract/errors.ts';
import { type Cents, isExactAmount, toDecimalNumber } from '../money.ts';

/** @throws ApiError figures_too_large when a JSON number cannot hold the amount exactly */
export function amount(cents: Cents): number {
  if (!isExactAmount(cents)) throw new ApiError('figures_too_large');
  return toDecimalNumber(cents);
}

/** @throws ApiError figures_too_large when a JSON number cannot hold the figure exactly */
export function count(figure: bigint): number {
  if (figure > Number.MAX_SAFE_INTEGER) throw new ApiError('figures_too_large');
  return Number(figure);
}

const ratioScale = 10_000n;

/** part / whole with four decimals, rounded half away from zero; null for a whole of zero or less. */
export function ratio(part: bigint, whole: bigint): number | null {
  if (whole <= 0n) return null;
  const size = part < 0n ? -part : part;
  const scaled = (2n * size * ratioScale + whole) / (2n * whole);
  return Number(part < 0n ? -scaled : scaled) / Number(ratioScale);
}

/** Growth from an earlier figure to a later one: 0.25 is a quarter more. Null without an earlier figure. */
export const growth = (later: bigint, earlier: bigint): number | null => ratio(later - earlier, earlier);

/** Cents per unit, rounded half up; 0 without units. */
export const perUnit = (cents: Cents, units: bigint): Cents =>
  units > 0n ? (2n * cents + units) / (2n * units) : 0n;
