import type { ResponseProcessor } from '#claims/files/file-run.ts';
import type { ClaimAcknowledgmentPorts } from '#claims/responses/claim-acknowledgment/apply-status.ts';
import type { Table } from '../../dynamodb/table.ts';

/** The processors of all kinds of responses. Each loads its code for the first file that holds the kind. */
export const responseProcessors = (
  table: Table,
  policies: Pick<ClaimAcknowledgmentPorts, 'policyOf'>,
): readonly ResponseProcessor[] => [
  lazy('999', async () => {
    const { implementationAcknowledgmentProcessor } = await import('./acknowledgment-processors.ts');
    return implementationAcknowledgmentProcessor(table);
  }),
  lazy('TA1', async () => {
    const { interchangeAcknowledgmentProcessor } = await import('./acknowledgment-processors.ts');
    return interchangeAcknowledgmentProcessor(table);
  }),
  lazy('277CA', async () => {
    const { claimAcknowledgmentProcessor } = await import('./claim-acknowledgment-processor.ts');
    return claimAcknowledgmentProcessor(table, policies);
  }),
  lazy('835', async () => {
    const { remittanceProcessor } = await import('./remittance-processor.ts');
    return remittanceProcessor(table);
  }),
];

const lazy = (
  kind: ResponseProcessor['kind'],
  load: () => Promise<ResponseProcessor>,
): ResponseProcessor => ({ kind, open: async (run) => (await load()).open(run) });
