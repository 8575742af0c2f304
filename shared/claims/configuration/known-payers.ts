import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { type FindingRecord, keepsDraft } from '../claims/finding.ts';
import type { Lane } from '../claims/lifecycle.ts';
import { type Configuration, findPayerConfig, payerProfiles } from './configuration.ts';

export type HoldingLane = Extract<Lane, 'draft' | 'review'>;

export interface KnownPayers {
  /** Whether the configuration has an 837P block for the payer. */
  isConfigured(payerId: string): boolean;
  readonly unknownPayerLane: HoldingLane;
  /** State profile for claims of unknown payers, by the receiver of their file. */
  profileOfReceiver(receiver: string): PayerProfile | undefined;
  /** State profile for claims of unknown payers that came in no file, by claim filing indicator. */
  profileOfFiling(claimFiling: string): PayerProfile | undefined;
}

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
    // The payer of a receiver with several payers is unknown.
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

/** Also the code with which a submission refuses such a claim. */
export const unknownPayerFindingId = 'payer_not_configured';

/** Keeps a claim for a payer without an 837P block out of lane `ready`. */
export function unknownPayerFinding({ subscriber }: ProfessionalClaim, set = ''): FindingRecord {
  const position = subscriber.payer?.position ?? subscriber.levelPosition;
  return {
    id: unknownPayerFindingId,
    snip: 7,
    severity: 'error',
    message: 'The payer is not configured; correct NM109, or add it to payers.yaml and check claims again',
    reference: [set, position?.index, 9].filter((part) => part !== undefined && part !== '').join('.'),
    ...(set !== '' && { transaction: set }),
    loop: '2010BB',
    segment: 'NM1',
    ...(position && { segment_index: position.index }),
    byte_offset: position?.offset ?? 0,
    element: 9,
  };
}

/** The lane in which findings keep a claim; undefined if it may be sent. State rules do not count for an unknown payer. */
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
