import { payeeNumbers } from '../responses/remittance/match-payment.ts';
import type { StoredRemittance } from '../responses/remittance/stored-remittance.ts';
import type { RemittanceByHandPorts } from '../unmatched/settle/remittance-by-hand.ts';
import { itemPortsWithin } from './item-scope.ts';
import { isWithin, type ProviderLimit } from './provider-limit.ts';

type ScopedRemittance = Pick<
  StoredRemittance,
  'payee' | 'billing_npis' | 'later_npis' | 'provider_adjustments'
>;

/**
 * Whether a remittance was paid to one of these providers, and neither its payments nor its provider-level adjustments concern
 * another one. Its sums are therefore sums of these providers.
 */
export function isRemittanceWithin(remittance: ScopedRemittance, limit: ProviderLimit): boolean {
  if (limit === undefined) return true;
  const { payee, billing_npis, later_npis = new Set<string>(), provider_adjustments } = remittance;
  const { npi, taxId } = payeeNumbers(payee);
  if (npi === undefined) return false;
  const adjusted = provider_adjustments.map(({ provider }) => provider).filter((one) => one !== taxId);
  return isWithin([npi, ...billing_npis, ...later_npis, ...adjusted], limit);
}

/** The remittance if it is within the limit; undefined otherwise, as for an unknown id. */
export const remittanceWithin = <R extends ScopedRemittance>(
  remittance: R | undefined,
  limit: ProviderLimit,
): R | undefined => (remittance && isRemittanceWithin(remittance, limit) ? remittance : undefined);

/** The ports of a limited caller who posts by hand: other remittances do not exist. */
export function remittancePortsWithin(
  ports: RemittanceByHandPorts,
  limit: ProviderLimit,
): RemittanceByHandPorts {
  if (limit === undefined) return ports;
  const { remittances } = ports;
  const find = async (id: string) => remittanceWithin(await remittances.find(id), limit);
  return {
    ...itemPortsWithin(ports, limit),
    write: ports.write,
    isTimeUp: ports.isTimeUp,
    remittances: { ...remittances, find },
  };
}
