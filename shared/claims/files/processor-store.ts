import type { ClaimAcknowledgmentPorts } from '#claims/claim-acknowledgments/apply-status.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { ResponseProcessor } from './file-run.ts';

export interface ResponseSettings extends Pick<ClaimAcknowledgmentPorts, 'policyOf'> {
  /** By default, payments wait for the next sweep. */
  readonly postPaymentsUnder?: ClaimAcknowledgmentPorts['postPaymentsUnder'];
  /** Whether claims are sent to a receiver with this id; by default to none. */
  readonly isReceiver?: (id: string) => boolean;
}

/** The processors of all kinds of responses. Each loads its code for the first file that holds the kind. */
export const responseProcessors = (
  table: Table,
  settings: ResponseSettings,
): readonly ResponseProcessor[] => {
  const receivers = { isReceiver: settings.isReceiver ?? (() => false) };
  return [
    lazy('999', async () => {
      const { implementationAcknowledgmentProcessor } = await import(
        '../acknowledgments/acknowledgment-store.ts'
      );
      return implementationAcknowledgmentProcessor(table, receivers);
    }),
    lazy('TA1', async () => {
      const { interchangeAcknowledgmentProcessor } = await import(
        '../acknowledgments/acknowledgment-store.ts'
      );
      return interchangeAcknowledgmentProcessor(table, receivers);
    }),
    lazy('277CA', async () => {
      const { claimAcknowledgmentProcessor } = await import(
        '../claim-acknowledgments/claim-acknowledgment-store.ts'
      );
      return claimAcknowledgmentProcessor(table, settings);
    }),
    lazy('835', async () => {
      const { remittanceProcessor } = await import('../remittances/remittance-store.ts');
      return remittanceProcessor(table);
    }),
  ];
};

const lazy = (
  kind: ResponseProcessor['kind'],
  load: () => Promise<ResponseProcessor>,
): ResponseProcessor => ({ kind, open: async (run) => (await load()).open(run) });
