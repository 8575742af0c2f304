import {
  findPayerConfig,
  payerProfiles,
  receiverCheck,
  statusPolicies,
} from '#claims/configuration/configuration.ts';
import { knownPayers } from '#claims/configuration/known-payers.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import type { ObjectPlace } from '#store/s3/x12-bucket.ts';
import { openInboxFile } from './inbox-records.ts';
import type { IngestPorts } from './ingest-objects.ts';
import { type ClaimsStores, type IntakeSettings, intakePorts } from './intake-store.ts';
import { responseProcessors } from './processor-store.ts';

export const ingestPorts = (stores: ClaimsStores, isTimeUp?: () => boolean): IngestPorts<ObjectPlace> => ({
  open: (place) => openInboxFile(stores.claims, stores.bucket, place),
  intake: async () => intakePorts(stores, { ...(await intakeSettings(stores)), isTimeUp }),
});

export async function intakeSettings(stores: ClaimsStores): Promise<IntakeSettings> {
  const configuration = await currentConfiguration(stores.claims);
  return {
    profiles: payerProfiles(configuration),
    payers: knownPayers(configuration),
    isAcknowledged: (payerId) =>
      findPayerConfig(configuration, payerId, '277CA')?.send_for_received_claims ?? true,
    processors: responseProcessors(stores.claims, {
      policyOf: statusPolicies(configuration),
      isReceiver: receiverCheck(configuration),
      postPaymentsUnder: async (numbers) => {
        const { postPaymentsUnderNumbers } = await import('./late-claims-store.ts');
        await postPaymentsUnderNumbers(stores, numbers);
      },
    }),
    onClaimsStored: async (claimIds) => {
      const { postPaymentsOfLateClaims } = await import('./late-claims-store.ts');
      await postPaymentsOfLateClaims(stores, claimIds);
    },
  };
}
