import type { ClaimAcknowledgmentEvents } from '../277ca/claim-acknowledgment-set.ts';
import type { RemittanceEvents } from '../835/remittance-set.ts';
import type {
  FileListener,
  GroupHeader,
  InterchangeAcknowledgment,
  InterchangeHeader,
  SetHeader,
} from '../engine/consumer.ts';
import { type TransactionHandlers, transactionListeners } from '../engine/transactions.ts';
import type { GuideSpec } from '../guide/guide.ts';
import { transactionSetName } from '../guide/guide-choice.ts';
import { guide276 } from '../guides/276.ts';
import { guide277 } from '../guides/277.ts';
import { guide277ca } from '../guides/277ca.ts';
import { guide837p } from '../guides/837p.ts';
import { claimAcknowledgmentJson, claimStatusJson, unscopedStatusJson } from './claim-acknowledgment-json.ts';
import { claimOverviewJson } from './claim-json.ts';
import { claimStatusRequestJson, claimStatusResponseJson, failedRequestJson } from './claim-status-json.ts';
import { implementationAcknowledgmentJson } from './implementation-acknowledgment-json.ts';
import { JsonWriter } from './json-writer.ts';
import { type Json, membersOf } from './members.ts';
import { claimPaymentJson, remittanceClosingJson, remittanceHeaderJson } from './remittance-json.ts';

const interchangeJson = membersOf<InterchangeHeader>(
  ...(['sender', 'receiver', 'controlNumber', 'usage', 'senderQualifier', 'receiverQualifier'] as const),
  ...(['date', 'time', 'version'] as const),
);

const groupJson = membersOf<GroupHeader>(
  ...(['functionalId', 'version', 'controlNumber', 'sender', 'receiver', 'date', 'time'] as const),
);

function setJson({ set, controlNumber, implementation }: SetHeader): Json {
  return { set, control_number: controlNumber, implementation: implementation || undefined };
}

const interchangeAcknowledgmentJson = membersOf<InterchangeAcknowledgment>(
  ...(['controlNumber', 'date', 'time', 'code', 'note'] as const),
);

export interface InspectOptions {
  /** Show the copies of bad values in a 999. */
  readonly showValues: boolean;
  /** Show the whole content of 837P claims. */
  readonly wholeClaims: boolean;
  /** First members, for example the file name. */
  readonly members?: Json;
}

/** Listeners that write JSON. `take` returns the text since its last call. */
export interface Inspection {
  readonly listeners: readonly FileListener[];
  take(): string;
}

/** Writes one document. */
export interface DocumentInspection extends Inspection {
  /** Completes the document of a file that cannot be read to its end, with the error as its last member. */
  fail(message: string): void;
}

/**
 * Writes one JSON document per file, of any size:
 * `{ interchanges: [{ …, groups: [{ …, transactions: [{ set, …, claims }] }] }] }`.
 */
export function inspectDocument(options: InspectOptions): DocumentInspection {
  const json = new JsonWriter();
  const document = new DocumentInspector(json, options);
  json.beginObject();
  json.members(options.members ?? {});
  json.beginArray('interchanges');
  const end: FileListener = {
    end() {
      json.end();
      json.end();
    },
  };
  return {
    listeners: [document.envelopes(), ...transactionListeners(document.handlers()), end],
    take: () => json.take(),
    fail(message) {
      json.endTo(1);
      json.members({ error: message });
      json.end();
    },
  };
}

class DocumentInspector {
  private readonly json: JsonWriter;
  private readonly options: InspectOptions;
  private readonly acknowledgments: InterchangeAcknowledgment[] = [];
  private batches: Json[] = [];
  private unscoped: Json[] = [];
  private failedRequests: Json[] = [];
  private isListOpen = false;
  /** Guide of the current set; undefined for a set that is not read. */
  private guide: GuideSpec | undefined;

  constructor(json: JsonWriter, options: InspectOptions) {
    this.json = json;
    this.options = options;
  }

  envelopes(): FileListener {
    const { json } = this;
    return {
      interchange: (header) => {
        json.beginObject();
        json.members(interchangeJson(header));
        json.beginArray('groups');
      },
      interchangeAcknowledgment: (ta1) => this.acknowledgments.push(ta1),
      group: (header) => {
        json.beginObject();
        json.members(groupJson(header));
        json.beginArray('transactions');
      },
      set: ({ set, guide }) => {
        this.beginSet(set);
        this.guide = guide;
        if (guide === guide837p) this.openList('claims');
        if (guide === guide276) this.openList('requests');
        if (guide === guide277) this.openList('statuses');
        return undefined;
      },
      unreadSet: (set) => {
        this.beginSet(set);
        this.guide = undefined;
        const name = transactionSetName(set.set);
        json.members({ ...(name !== undefined && { name }), read: false });
      },
      endSet: (_, trailer) => {
        this.closeList();
        if (this.guide === guide277ca) this.endStatuses();
        if (this.guide === guide277) json.members({ failed_requests: this.failedRequests.splice(0) });
        json.members({ segments: trailer.count, complete: trailer.present });
        json.end();
      },
      endGroup: (_, trailer) => {
        json.end();
        json.members({ complete: trailer.present });
        json.end();
      },
      endInterchange: (_, trailer) => {
        json.end();
        const acknowledgments = this.acknowledgments.splice(0).map(interchangeAcknowledgmentJson);
        if (acknowledgments.length > 0) json.members({ acknowledgments });
        json.members({ complete: trailer.present });
        json.end();
      },
    };
  }

  handlers(): TransactionHandlers {
    return {
      claim: (claim) => this.listed('claims', claimOverviewJson(claim, this.options.wholeClaims)),
      remittances: this.remittances(),
      claimAcknowledgments: this.statuses(),
      claimStatusRequest: (request) => this.listed('requests', claimStatusRequestJson(request)),
      claimStatusResponses: {
        status: (status) => this.listed('statuses', claimStatusResponseJson(status)),
        failedRequest: (failed) => this.failedRequests.push(failedRequestJson(failed)),
      },
      implementationAcknowledgment: (group) =>
        this.json.members({ groups: [implementationAcknowledgmentJson(group, this.options.showValues)] }),
    };
  }

  private remittances(): RemittanceEvents {
    return {
      remittance: (remittance) => {
        this.json.members(remittanceHeaderJson(remittance));
        this.openList('claims');
      },
      claim: (claim) => this.listed('claims', claimPaymentJson(claim)),
      end: (summary) => {
        this.closeList();
        this.json.members(remittanceClosingJson(summary));
      },
    };
  }

  private statuses(): ClaimAcknowledgmentEvents {
    return {
      acknowledgment: (acknowledgment) => {
        const batch = claimAcknowledgmentJson(acknowledgment);
        if (this.isListOpen) {
          // All batches of a set share one list of statuses.
          this.batches.push(batch);
          return;
        }
        this.json.members(batch);
        this.openList('statuses');
      },
      status: (status) => this.listed('statuses', claimStatusJson(status)),
      unscoped: (status) => this.unscoped.push(unscopedStatusJson(status)),
    };
  }

  private endStatuses(): void {
    const { unscoped, batches } = this;
    this.json.members({
      unscoped_statuses: unscoped,
      further_batches: batches.length > 0 ? batches : undefined,
    });
    this.unscoped = [];
    this.batches = [];
  }

  private beginSet(set: SetHeader): void {
    this.json.beginObject();
    this.json.members(setJson(set));
  }

  private listed(name: string, value: Json): void {
    if (!this.isListOpen) this.openList(name);
    this.json.item(value);
  }

  private openList(name: string): void {
    this.json.beginArray(name);
    this.isListOpen = true;
  }

  private closeList(): void {
    if (this.isListOpen) this.json.end();
    this.isListOpen = false;
  }
}

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
