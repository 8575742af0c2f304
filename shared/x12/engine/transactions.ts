import type { ClaimStatusResponseEvents } from '../276-277/claim-status-consumers.ts';
import type { ClaimStatusRequest } from '../276-277/model.ts';
import { claimStatusRequestListener, claimStatusResponseListener } from '../276-277/read-claim-status.ts';
import {
  type ClaimAcknowledgmentEvents,
  ClaimAcknowledgmentReader,
  type SubmissionHistory,
} from '../277ca/claim-acknowledgment-set.ts';
import { type RemittanceEvents, type RemittanceHistory, RemittanceReader } from '../835/remittance-set.ts';
import { claimListener } from '../837p/build/claim-listener.ts';
import type { ClaimHistory } from '../837p/check/settings.ts';
import type { ProfessionalClaim } from '../837p/model/claim.ts';
import type { PayerProfile } from '../837p/profile/payer-profile.ts';
import type { ImplementationAcknowledgment } from '../999/functional-group-response.ts';
import { listenForImplementationAcknowledgments } from '../999/read-999.ts';
import type { CodeTables } from '../checks/medical-code.ts';
import { type KnownPartners, partnerListener } from '../envelope/partners.ts';
import type { GuideSpec } from '../guide/guide.ts';
import { guide276 } from '../guides/276.ts';
import { guide277 } from '../guides/277.ts';
import { guide277ca } from '../guides/277ca.ts';
import { guide835 } from '../guides/835.ts';
import { guide837p } from '../guides/837p.ts';
import { guide999 } from '../guides/999.ts';
import type { FileListener } from './consumer.ts';

/** Guides of all supported transaction sets. A 277 without a version is read as a 277CA, which comes first. */
export const allGuides: readonly GuideSpec[] = [
  guide837p,
  guide835,
  guide999,
  guide277ca,
  guide277,
  guide276,
];

/** Receivers of typed results, each as soon as it is complete. */
export interface TransactionHandlers {
  /** 837P. */
  claim?(claim: ProfessionalClaim): void;
  /** 835. */
  readonly remittances?: RemittanceEvents;
  /** 277CA. */
  readonly claimAcknowledgments?: ClaimAcknowledgmentEvents;
  /** 276. */
  claimStatusRequest?(request: ClaimStatusRequest): void;
  /** 277 (005010X212). */
  readonly claimStatusResponses?: ClaimStatusResponseEvents;
  /** 999: one set, which acknowledges one functional group. */
  implementationAcknowledgment?(acknowledgment: ImplementationAcknowledgment): void;
}

/** Settings of the checks beyond the implementation guide (SNIP type 3 and up). */
export interface TransactionChecks {
  /** The present, for future dates and filing limits. */
  readonly now: Date;
  readonly profile?: PayerProfile | undefined;
  /** Name of the file without folders, for R209 and R210. */
  readonly fileName?: string | undefined;
  readonly tables?: CodeTables | undefined;
  readonly claims?: ClaimHistory | undefined;
  readonly remittances?: RemittanceHistory | undefined;
  readonly submissions?: SubmissionHistory | undefined;
  readonly partners?: KnownPartners | undefined;
  /** Reports made-up identifiers as warnings, as in a test interchange (ISA15 T). */
  readonly sample?: boolean | undefined;
}

/**
 * Returns the listeners that read every set for an X12Engine with {@link allGuides}. With `checks` they also check the
 * sets when the engine validates.
 */
export function transactionListeners(
  handlers: TransactionHandlers,
  checks?: TransactionChecks,
): FileListener[] {
  const { claim, remittances = {}, claimAcknowledgments = {}, claimStatusResponses = {} } = handlers;
  const { partners, claims: history, ...settings } = checks ?? {};
  const listeners = [
    claimListener({
      ...(claim && { onClaim: (one: ProfessionalClaim) => claim(one) }),
      ...(checks && { checks: { ...settings, now: checks.now, history } }),
    }),
    new RemittanceReader(remittances, checks?.remittances, checks?.tables),
    new ClaimAcknowledgmentReader(claimAcknowledgments, checks?.submissions),
    claimStatusRequestListener((one) => handlers.claimStatusRequest?.(one)),
    claimStatusResponseListener(claimStatusResponses),
    listenForImplementationAcknowledgments((one) => handlers.implementationAcknowledgment?.(one)),
  ];
  return partners === undefined ? listeners : [partnerListener(partners), ...listeners];
}
