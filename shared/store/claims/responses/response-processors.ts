import type { ResponseProcessor } from '#claims/files/file-run.ts';
import type { ClaimAcknowledgmentPorts } from '#claims/responses/claim-acknowledgment/apply-status.ts';
import type { Table } from '../../dynamodb/table.ts';

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
      const { implementationAcknowledgmentProcessor } = await import('./acknowledgment-processors.ts');
      return implementationAcknowledgmentProcessor(table, receivers);
    }),
    lazy('TA1', async () => {
      const { interchangeAcknowledgmentProcessor } = await import('./acknowledgment-processors.ts');
      return interchangeAcknowledgmentProcessor(table, receivers);
    }),
    lazy('277CA', async () => {
      const { claimAcknowledgmentProcessor } = await import('./claim-acknowledgment-processor.ts');
      return claimAcknowledgmentProcessor(table, settings);
    }),
    lazy('835', async () => {
      const { remittanceProcessor } = await import('./remittance-processor.ts');
      return remittanceProcessor(table);
    }),
  ];
};

const lazy = (
  kind: ResponseProcessor['kind'],
  load: () => Promise<ResponseProcessor>,
): ResponseProcessor => ({ kind, open: async (run) => (await load()).open(run) });
