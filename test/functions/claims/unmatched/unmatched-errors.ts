import { randomUUID } from 'node:crypto';
import { respondAsTestPayer } from '#claims/clearhouse/test-payer/respond.ts';
import type { Answer, Request } from '../../../claims/invoke.ts';
import { claimFile, newNumber } from '../../../fixtures/claims/claim-input.ts';
import { x12 } from '../responses/service.ts';

type Call = (name: string, request?: Request) => Promise<Answer>;

/** Posts a payment for a claim that Granary does not have, and returns the id of its remittance. */
export async function newRemittance(call: Call): Promise<string> {
  const responses = respondAsTestPayer(claimFile([{ number: newNumber('PA') }]), 'unmatched.x12');
  const bytes = responses.find(({ kind }) => kind === '835')?.bytes ?? [];
  const { body } = await call('parse-remittance', x12(Buffer.from(bytes)));
  return body.data.remittances[0].id;
}

/** The unmatched item of such a payment. */
async function newItem(call: Call): Promise<{ readonly id: string }> {
  const id = await newRemittance(call);
  const { data } = (await call('list-unmatched', { query: { kind: 'payment', limit: '200' } })).body;
  return data.find(({ response_id }: { response_id: string }) => response_id === id);
}

const someClaim = () => ({ claim_id: randomUUID() });
const stale = { headers: { 'If-Match': '"v99"' } };

/** Errors of unmatched responses, by endpoint and code. */
export function unmatchedErrors(call: Call): Readonly<Record<string, () => Promise<Answer>>> {
  const decide = (id: string, action: string, body: object = {}, more: Request = {}) =>
    call(`${action}-unmatched`, { path: { id }, body: { reason: 'other', ...body }, ...more });
  const onNew = async (action: string, body: object = {}, more: Request = {}) =>
    decide((await newItem(call)).id, action, body, more);
  const onDismissed = async (action: string, body: object = {}) => {
    const { id } = await newItem(call);
    await decide(id, 'dismiss');
    return decide(id, action, body);
  };
  return {
    'attach-unmatched unknown_claim': () => onNew('attach', someClaim()),
    'attach-unmatched unmatched_item_state': () => onDismissed('attach', someClaim()),
    'dismiss-unmatched unmatched_item_state': () => onDismissed('dismiss'),
    'take-back-unmatched unmatched_item_state': () => onNew('take-back'),
    'attach-unmatched precondition_failed': () => onNew('attach', someClaim(), stale),
    'dismiss-unmatched precondition_failed': () => onNew('dismiss', {}, stale),
    'take-back-unmatched precondition_failed': () => onNew('take-back', {}, stale),
  };
}

const secondary = './secondary-claims.test.ts';
const payments = './unmatched/payments.test.ts';

/** Files that trigger the others. */
export const unmatchedErrorsElsewhere: Readonly<Record<string, string>> = {
  // Needs an adjudicated claim with other coverage, or one that changes all the time.
  'create-secondary-claim secondary_cautions': secondary,
  'create-secondary-claim no_other_coverage': secondary,
  'create-secondary-claim not_correctable': secondary,
  'create-secondary-claim conflict': secondary,
  'attach-unmatched conflict': payments,
  'dismiss-unmatched conflict': payments,
  'take-back-unmatched conflict': payments,
  // Needs a batch that one request cannot apply.
  'attach-unmatched file_in_work': './unmatched/acknowledgments.test.ts',
};
