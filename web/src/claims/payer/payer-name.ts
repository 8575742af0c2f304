import type { PayerWithConfigs } from '#claims/configuration/contract.ts';

/** Returns the name of a payer in the configuration, else in a file, else its id. */
export const nameOfPayer = (
  payers: readonly Pick<PayerWithConfigs, 'id' | 'name'>[],
  id = '',
  given?: string,
): string => payers.find((payer) => payer.id === id)?.name ?? given ?? id;

/** Returns the name that a file gives a payer, where it is another one than `name`; case makes no difference. */
export const otherName = (name: string, given: string | undefined): string | undefined =>
  given?.toUpperCase() === name.toUpperCase() ? undefined : given;
