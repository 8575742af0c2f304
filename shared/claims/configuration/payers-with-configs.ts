import type { Payer, PayerConfig } from '#contract/claims/configuration/records.ts';
import type { Configuration } from './configuration.ts';

/** A payer and its configuration for each kind of transaction. */
export interface PayerWithConfigs extends Payer {
  readonly configs: readonly PayerConfig[];
}

/** All payers by name. */
export const payersWithConfigs = ({ payers, payer_configs }: Configuration): PayerWithConfigs[] =>
  payers
    .map((payer) => ({ ...payer, configs: payer_configs.filter(({ payer_id }) => payer_id === payer.id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
