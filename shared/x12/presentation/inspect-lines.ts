import type { FileListener, GroupHeader, InterchangeHeader, SetHeader } from '../engine/consumer.ts';
import { type TransactionHandlers, transactionListeners } from '../engine/transactions.ts';
import { claimStatusJson, unscopedStatusJson } from './claim-acknowledgment-json.ts';
import { claimOverviewJson } from './claim-json.ts';
import { claimStatusRequestJson, claimStatusResponseJson, failedRequestJson } from './claim-status-json.ts';
import { implementationAcknowledgmentJson } from './implementation-acknowledgment-json.ts';
import type { Inspection, InspectOptions } from './inspect.ts';
import type { Json } from './members.ts';
import { claimPaymentJson } from './remittance-json.ts';

/** Writes one line of JSON per claim, claim payment, claim status and acknowledged group, with control numbers. */
export function inspectLines({ showValues, wholeClaims, members = {} }: InspectOptions): Inspection {
  let text = '';
  let interchange: InterchangeHeader | undefined;
  let group: GroupHeader | undefined;
  let set: SetHeader | undefined;
  const line = (kind: string, value: Json): void => {
    const place = {
      interchange: interchange?.controlNumber,
      group: group?.controlNumber,
      transaction: set?.controlNumber,
    };
    text += `${JSON.stringify({ kind, ...members, ...place, ...value })}\n`;
  };
  const envelopes: FileListener = {
    interchange(header) {
      interchange = header;
    },
    group(header) {
      group = header;
    },
    set(context) {
      set = context.set;
      return undefined;
    },
  };
  const handlers: TransactionHandlers = {
    claim: (claim) => line('claim', claimOverviewJson(claim, wholeClaims)),
    remittances: { claim: (claim) => line('claim_payment', claimPaymentJson(claim)) },
    claimAcknowledgments: {
      status: (status) => line('status', claimStatusJson(status)),
      unscoped: (status) => line('unscoped_status', unscopedStatusJson(status)),
    },
    claimStatusRequest: (request) => line('status_request', claimStatusRequestJson(request)),
    claimStatusResponses: {
      status: (status) => line('status_response', claimStatusResponseJson(status)),
      failedRequest: (failed) => line('failed_request', failedRequestJson(failed)),
    },
    implementationAcknowledgment: (received) =>
      line('acknowledgment', implementationAcknowledgmentJson(received, showValues)),
  };
  return {
    listeners: [envelopes, ...transactionListeners(handlers)],
    take() {
      const taken = text;
      text = '';
      return taken;
    },
  };
}
