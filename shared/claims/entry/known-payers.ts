import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { type FindingRecord, keepsDraft } from '../claim/finding.ts';
import type { Lane } from '../claim/lifecycle.ts';
import { type Configuration, findPayerConfig, payerProfiles } from '../configuration/configuration.ts';

/** Lanes of claims that may not be sent as they are. */
export type HoldingLane = Extract<Lane, 'draft' | 'review'>;

/** The payers that claims can be sent to. */
export interface KnownPayers {
  /** Whether the configuration has an 837P block for the payer. */
  isConfigured(payerId: string): boolean;
  /** Where claims for other payers are kept. */
  readonly unknownPayerLane: HoldingLane;
  /** The state profile that claims for unknown payers are checked with, by the receiver of their file. */
  profileOfReceiver(receiver: string): PayerProfile | undefined;
  /** The same, by claim filing indicator, for claims that came in no file. */
  profileOfFiling(claimFiling: string): PayerProfile | undefined;
}

/** For readings that do not ask for payers. */
export const allPayersKnown: KnownPayers = {
  isConfigured: () => true,
  unknownPayerLane: 'draft',
  profileOfReceiver: () => undefined,
  profileOfFiling: () => undefined,
};

export function knownPayers(configuration: Configuration): KnownPayers {
  const profiles = [...payerProfiles(configuration).values()];
  return {
    isConfigured: (payerId) => findPayerConfig(configuration, payerId, '837P') !== undefined,
    unknownPayerLane: configuration.intake.unknown_payers,
    // Behind a receiver with several payers, nothing shows which of them is meant.
    profileOfReceiver(receiver) {
      const served = configuration.payer_configs.filter(
        (config) => config.transaction === '837P' && config.receiver.id === receiver.trim(),
      );
      return served.length === 1
        ? only(profiles.filter(({ receiver: { id } }) => id === receiver.trim()))
        : undefined;
    },
    profileOfFiling: (code) => only(profiles.filter(({ claimFiling }) => claimFiling.codes.includes(code))),
  };
}

const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

/** Id of {@link unknownPayerFinding}: the code with which a submission refuses such a claim. */
export const unknownPayerFindingId = 'payer_not_configured';

/** The finding that keeps a claim for a payer without an 837P block out of lane `ready`. */
export function unknownPayerFinding({ subscriber }: ProfessionalClaim, set = ''): FindingRecord {
  const position = subscriber.payer?.position ?? subscriber.levelPosition;
  return {
    id: unknownPayerFindingId,
    snip: 7,
    severity: 'error',
    message:
      'The payer is not configured; correct NM109, or add the payer to payers.yaml and check claims again',
    reference: [set, position?.index, 9].filter((part) => part !== undefined && part !== '').join('.'),
    ...(set !== '' && { transaction: set }),
    loop: '2010BB',
    segment: 'NM1',
    ...(position && { segment_index: position.index }),
    byte_offset: position?.offset ?? 0,
    element: 9,
  };
}

/**
 * Where findings keep a claim; undefined when it may be sent. What the state rules say of a claim for an unknown
 * payer is a matter of that payer too.
 */
export function holdingLane(
  findings: readonly Pick<FindingRecord, 'id' | 'severity'>[],
  { unknownPayerLane }: Pick<KnownPayers, 'unknownPayerLane'>,
): HoldingLane | undefined {
  const errors = findings.filter(keepsDraft);
  if (errors.length === 0) return undefined;
  const isOfPayer = errors.some(({ id }) => id === unknownPayerFindingId);
  const isOfPayerAlone =
    isOfPayer && errors.every(({ id }) => id === unknownPayerFindingId || id.startsWith('R'));
  return isOfPayerAlone ? unknownPayerLane : 'draft';
}
