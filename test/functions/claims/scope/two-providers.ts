import { afterAll, beforeAll } from '@jest/globals';
import { unmatchedItemId } from '#claims/unmatched/unmatched-item.ts';
import type { ClaimPayment, ProviderAdjustment } from '#x12/835/types.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { type Answer, functionsOn, type Request } from '../../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../../claims/local-stores.ts';
import { file835, payee, payment, remit } from '../../../claims/responses/remittance/payer-remittances.ts';
import { startWorkQueue } from '../../../claims/work-queue.ts';
import { claimBody } from '../claim-body.ts';
import { x12 } from '../responses/service.ts';

/** Two billing providers. Callers of the tests are limited to the first. */
export const own = '1234567893';
export const other = '1245319599';

/** Values that occur only in records of the other provider. */
export const foreignValues = ['FOREIGNER', 'OTHER-', '4321.09', '"OTHER', 'EFTOTHER'] as const;

export let stores: LocalStores;
export let call: (name: string, request?: Request) => Promise<Answer>;

/** Calls a function as a caller who is limited to the first provider. */
export const limited = (name: string, request: Request = {}) =>
  call(name, { ...request, billingNpis: [own] });

/** Starts the stores, with the functions that use a queue. */
export function useProviders(prepare: () => Promise<void>): void {
  let queue: Awaited<ReturnType<typeof startWorkQueue>>;
  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
    queue = await startWorkQueue();
    const { environment } = queue;
    call = functionsOn({
      environment: {
        ...stores.environment,
        ...environment,
        BULK_RUN_QUEUE: environment['WORK_QUEUE'] ?? '',
      },
    });
    await prepare();
  });
  afterAll(async () => {
    await queue.stop();
    await stores.stop();
  });
}

/** Creates a ready claim, and returns its id. */
export async function createClaim(number: string, npi: string, charge = 100.5): Promise<string> {
  const body = claimBody(number);
  const isOther = npi === other;
  const { status, body: reply } = await call('create-claim', {
    body: {
      ...body,
      total_charge: charge,
      billing_provider: { ...body.billing_provider, id: npi },
      subscriber: { ...body.subscriber, ...(isOther && { last_name: 'FOREIGNER' }) },
      lines: body.lines.map((line) => ({ ...line, charge })),
    },
  });
  if (status !== 201) throw new Error(`The claim was not created: ${JSON.stringify(reply)}`);
  return reply.data.id;
}

interface Paid {
  readonly to: string;
  readonly numbers: readonly string[];
  readonly charge?: number;
  readonly adjustments?: readonly WriterInput<ProviderAdjustment>[];
}

/** Posts a remittance for claims, and returns its id. */
export async function pay({ to, numbers, charge = 10_050, adjustments = [] }: Paid): Promise<string> {
  const name = to === other ? 'FOREIGNER' : 'SPECIMEN';
  const claims = numbers.map((number): WriterInput<ClaimPayment> => {
    const [line] = payment(number).lines ?? [];
    const amounts = { charge, paid: charge };
    return payment(number, [], {
      ...amounts,
      patient: {
        entity: 'QC',
        type: '1',
        lastName: name,
        firstName: 'PAT',
        idQualifier: 'MI',
        id: `M${number}`,
      },
      lines: line === undefined ? [] : [{ ...line, ...amounts, lineControlNumber: '1' }],
    });
  });
  const adjusted = adjustments.reduce((sum, { amount }) => sum + amount, 0);
  const remittance = remit(claims, { payee: { ...payee, id: to }, providerAdjustments: adjustments });
  const amount = remittance.payment.amount - adjusted;
  const trace = to === other ? `EFTOTHER${numbers[0]}` : remittance.payment.trace;
  const text = file835({ ...remittance, payment: { ...remittance.payment, amount, trace } });
  const { body, status } = await call('parse-remittance', x12(text));
  if (status !== 200) throw new Error(`The remittance was not read: ${JSON.stringify(body)}`);
  return body.data.remittances[0].id;
}

export const itemOf = (remittanceId: string, number: number) => unmatchedItemId(remittanceId, number);
