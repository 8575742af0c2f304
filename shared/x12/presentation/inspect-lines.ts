import type { FileListener, GroupHeader, InterchangeHeader, SetHeader } from '../engine/consumer.ts';
import { type ContentHandlers, contentListeners } from '../engine/content.ts';
import { claimOverview } from './claim-json.ts';
import type { Inspection, InspectOptions } from './inspect.ts';
import { received999Json } from './received-999-json.ts';
import { claimPaymentJson } from './remittance-json.ts';
import { statusJson, unscopedJson } from './status-json.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * One line of JSON for each claim, claim payment, claim status and acknowledged group of a file, with the control
 * numbers of the envelopes it is in.
 */
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
  const handlers: ContentHandlers = {
    claim: (claim) => line('claim', claimOverview(claim, wholeClaims)),
    remittances: { claim: (claim) => line('claim_payment', claimPaymentJson(claim)) },
    acknowledgments: {
      status: (status) => line('status', statusJson(status)),
      unscoped: (status) => line('unscoped_status', unscopedJson(status)),
    },
    received999: (received) => line('acknowledgment', received999Json(received, showValues)),
  };
  return {
    listeners: [envelopes, ...contentListeners(handlers)],
    take() {
      const taken = text;
      text = '';
      return taken;
    },
  };
}
