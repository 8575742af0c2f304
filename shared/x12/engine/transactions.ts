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
import { guide277ca } from '../guides/277ca.ts';
import { guide835 } from '../guides/835.ts';
import { guide837p } from '../guides/837p.ts';
import { guide999 } from '../guides/999.ts';
import type { FileListener } from './consumer.ts';

/** Every transaction set this engine knows. */
export const allGuides: readonly GuideSpec[] = [guide837p, guide835, guide999, guide277ca];

/** Where the typed content of a file of any kind goes, each part as soon as it is complete. */
export interface TransactionHandlers {
  /** 837P. */
  claim?(claim: ProfessionalClaim): void;
  /** 835. */
  readonly remittances?: RemittanceEvents;
  /** 277CA. */
  readonly claimAcknowledgments?: ClaimAcknowledgmentEvents;
  /** 999: one functional group that was acknowledged. */
  implementationAcknowledgment?(acknowledgment: ImplementationAcknowledgment): void;
}

/** What the checks beyond the guide are made with (SNIP type 3 and up). */
export interface TransactionChecks {
  /** Now, for dates that may not be in the future and for filing limits. */
  readonly now: Date;
  readonly profile?: PayerProfile | undefined;
  /** Without folders, for the rules on file names. */
  readonly fileName?: string | undefined;
  readonly tables?: CodeTables | undefined;
  readonly claims?: ClaimHistory | undefined;
  readonly remittances?: RemittanceHistory | undefined;
  readonly submissions?: SubmissionHistory | undefined;
  readonly partners?: KnownPartners | undefined;
  /** Made-up identifiers are warnings, as in a test interchange (ISA15 T). */
  readonly sample?: boolean | undefined;
}

/**
 * Listeners for an X12Engine with {@link allGuides} that read, and with `checks` also check, every set. The checks
 * are made when the engine validates.
 */
export function transactionListeners(
  handlers: TransactionHandlers,
  checks?: TransactionChecks,
): FileListener[] {
  const {
    claim,
    remittances = {},
    claimAcknowledgments: acknowledgments = {},
    implementationAcknowledgment: received999 = () => {},
  } = handlers;
  const remittanceFile = new RemittanceReader(remittances, checks?.remittances);
  const acknowledgmentFile = new ClaimAcknowledgmentReader(acknowledgments, checks?.submissions);
  const claims = claimListener({
    ...(claim && { onClaim: (one: ProfessionalClaim) => claim(one) }),
    ...(checks && {
      checks: {
        now: checks.now,
        profile: checks.profile,
        fileName: checks.fileName,
        tables: checks.tables,
        history: checks.claims,
        sample: checks.sample,
      },
    }),
  });
  const payments: FileListener = {
    set(context) {
      if (context.guide === guide835) return remittanceFile.open(context);
      return context.guide === guide277ca ? acknowledgmentFile.open(context) : undefined;
    },
  };
  const listeners = [claims, payments, listenForImplementationAcknowledgments(received999)];
  return checks?.partners === undefined ? listeners : [partnerListener(checks.partners), ...listeners];
}
