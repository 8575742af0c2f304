import { v5 } from 'uuid';
import { normalEmail } from '../customer.ts';
import type { Channel } from './contract.ts';

/**
 * The form in which phone numbers are compared: digits with a leading `+` where the country is known. `00` is read as `+`,
 * and a number of ten digits as one of North America.
 */
export function normalPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  if (phone.trim().startsWith('+')) return `+${digits}`;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  if (digits.length === 10) return `+1${digits}`;
  if (digits.length === 11 && digits.startsWith('1')) return `+${digits}`;
  return digits;
}

/** An address of a channel in the form in which addresses are compared. */
export const normalAddress = (channel: Channel, address: string): string =>
  channel === 'email' ? normalEmail(address) : normalPhone(address);

/** Id that stands for an address without showing it, the same every time in a brand. */
export const addressId = (brandId: string, channel: Channel, address: string): string =>
  v5(`${channel}:${normalAddress(channel, address)}`, Buffer.from(brandId.replaceAll('-', ''), 'hex'));
