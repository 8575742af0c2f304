// Generated from the contract by `npm run openapi`. Do not edit.
import type { ClientOptions } from '../runtime/options.ts';
import { Transport } from '../runtime/transport.ts';
import { ServiceOperations } from './service.ts';
import { InboxOperations } from './inbox.ts';
import { ClaimsOperations } from './claims.ts';
import { BulkWorkOperations } from './bulk-work.ts';
import { FollowUpOperations } from './follow-up.ts';
import { FilesOperations } from './files.ts';
import { AcknowledgmentsOperations } from './acknowledgments.ts';
import { RemittancesOperations } from './remittances.ts';
import { ReconciliationOperations } from './reconciliation.ts';
import { LedgerOperations } from './ledger.ts';
import { PatientResponsibilityOperations } from './patient-responsibility.ts';
import { ReportsOperations } from './reports.ts';
import { UnmatchedOperations } from './unmatched.ts';
import { ClearinghouseOperations } from './clearinghouse.ts';
import { ConfigurationOperations } from './configuration.ts';
import { AlertsOperations } from './alerts.ts';
import { RetentionOperations } from './retention.ts';
import { AuditLogOperations } from './audit-log.ts';
import { ApiKeysOperations } from './api-keys.ts';

export type * from './service.ts';
export type * from './inbox.ts';
export type * from './claims.ts';
export type * from './bulk-work.ts';
export type * from './follow-up.ts';
export type * from './files.ts';
export type * from './acknowledgments.ts';
export type * from './remittances.ts';
export type * from './reconciliation.ts';
export type * from './ledger.ts';
export type * from './patient-responsibility.ts';
export type * from './reports.ts';
export type * from './unmatched.ts';
export type * from './clearinghouse.ts';
export type * from './configuration.ts';
export type * from './alerts.ts';
export type * from './retention.ts';
export type * from './audit-log.ts';
export type * from './api-keys.ts';
export * from './errors.ts';
export type * from './schemas.ts';

/** Client of the claims API. Its members are the tags of the API. */
export class ClaimsClient {
  /** Health, this document and the caller */
  readonly service: ServiceOperations;
  /** The lanes of claims */
  readonly inbox: InboxOperations;
  /** Claims as JSON */
  readonly claims: ClaimsOperations;
  /** Operations on many claims, with preview, progress and results */
  readonly bulkWork: BulkWorkOperations;
  /** Notes, assignees, follow-up days and the worklist */
  readonly followUp: FollowUpOperations;
  /** X12 files, and links to upload files */
  readonly files: FilesOperations;
  /** Stored 999, TA1 and 277CA, and requests that apply them */
  readonly acknowledgments: AcknowledgmentsOperations;
  /** Stored 835, and the request that posts one */
  readonly remittances: RemittancesOperations;
  /** Bank lines, and the deposits of remittances */
  readonly reconciliation: ReconciliationOperations;
  /** Provider-level adjustments (PLB) by payer and provider */
  readonly ledger: LedgerOperations;
  /** What patients owe after the payments of their payers */
  readonly patientResponsibility: PatientResponsibilityOperations;
  /** Figures of claims by payer */
  readonly reports: ReportsOperations;
  /** Payments, statuses and acknowledgments that need a person */
  readonly unmatched: UnmatchedOperations;
  /** Submissions, and the connection to the clearinghouse */
  readonly clearinghouse: ClearinghouseOperations;
  /** Payers, providers, and the payer configuration file */
  readonly configuration: ConfigurationOperations;
  /** Rules that raise alerts, and the alerts that were sent */
  readonly alerts: AlertsOperations;
  /** Retention time, legal holds and purges */
  readonly retention: RetentionOperations;
  /** Entries, verification, checkpoints and exports of the audit log */
  readonly auditLog: AuditLogOperations;
  /** API keys of programs */
  readonly apiKeys: ApiKeysOperations;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.service = new ServiceOperations(transport);
    this.inbox = new InboxOperations(transport);
    this.claims = new ClaimsOperations(transport);
    this.bulkWork = new BulkWorkOperations(transport);
    this.followUp = new FollowUpOperations(transport);
    this.files = new FilesOperations(transport);
    this.acknowledgments = new AcknowledgmentsOperations(transport);
    this.remittances = new RemittancesOperations(transport);
    this.reconciliation = new ReconciliationOperations(transport);
    this.ledger = new LedgerOperations(transport);
    this.patientResponsibility = new PatientResponsibilityOperations(transport);
    this.reports = new ReportsOperations(transport);
    this.unmatched = new UnmatchedOperations(transport);
    this.clearinghouse = new ClearinghouseOperations(transport);
    this.configuration = new ConfigurationOperations(transport);
    this.alerts = new AlertsOperations(transport);
    this.retention = new RetentionOperations(transport);
    this.auditLog = new AuditLogOperations(transport);
    this.apiKeys = new ApiKeysOperations(transport);
  }
}
