// What the package granary-x12 offers. Inside this repository, modules are imported directly.

// 276 and 277
export {
  candidateOfClaim,
  candidateOfRequest,
  claimStatusMatcher,
  type MatchedStatus,
  type StatusCandidate,
  type StatusMatch,
} from './276-277/claim-status-matcher.ts';
export type { ClaimStatusRequest, ClaimStatusResponse, FailedRequest } from './276-277/model.ts';
export {
  type ClaimStatusResponseEvent,
  readClaimStatusRequests,
  readClaimStatusRequestsSync,
  readClaimStatusResponses,
  readClaimStatusResponsesSync,
} from './276-277/read-claim-status.ts';
export {
  type ClaimStatusRequestInput,
  type ClaimStatusResponseInput,
  writeClaimStatusRequests,
  writeClaimStatusResponses,
} from './276-277/write-claim-status.ts';
export type { SubmissionHistory } from './277ca/claim-acknowledgment-set.ts';
export { classify, dispositionOf } from './277ca/classification.ts';
export type { ClaimAcknowledgment, ClaimStatus, Classification, Disposition } from './277ca/model.ts';
// 277CA
export {
  type ClaimAcknowledgmentEvent,
  readClaimAcknowledgments,
  readClaimAcknowledgmentsSync,
} from './277ca/read-claim-acknowledgments.ts';
export {
  type ClaimAcknowledgmentInput,
  writeClaimAcknowledgments,
} from './277ca/write-claim-acknowledgments.ts';
export { balanceProof, type Equation, firstUnbalanced, patientShare } from './835/balance.ts';
export { type ForwardBalances, forwardBalances, openForwardBalances } from './835/forward-balances.ts';
export type {
  ClaimPayment,
  Payment,
  PaymentAdjustment,
  ProviderAdjustment,
  Remittance,
  ServicePayment,
} from './835/model.ts';
// 835
export {
  type RemittanceEvent,
  readRemittances,
  readRemittancesSync,
} from './835/read-remittances.ts';
export type { RemittanceHistory, RemittanceSummary } from './835/remittance-set.ts';
export { isReversal, pairReversals, type ReversalPair } from './835/reversal.ts';
export { type RemittanceInput, writeRemittances } from './835/write-remittances.ts';
// 837P
export { readClaims, readClaimsSync } from './837p/build/read-claims.ts';
export type { ClaimParts, ProviderParts, ServiceParts, SubscriberParts } from './837p/builder/build-claim.ts';
export { type BuiltClaim, buildClaim } from './837p/builder/build-claim.ts';
export { type BuiltFile, buildFile, type FileParts } from './837p/builder/build-file.ts';
export type { ClaimHistory } from './837p/check/settings.ts';
export { generateClaims } from './837p/generate/generate-claims.ts';
export { claimToJson } from './837p/json/claim.ts';
export { type ClaimFile, claimFileFromJson } from './837p/json/claim-file.ts';
export { claimFileSchema } from './837p/json/claim-file-schema.ts';
export type { ProfessionalClaim, Transaction } from './837p/model/claim.ts';
export type { ServiceLine } from './837p/model/line.ts';
export type { Adjustment, LineAdjudication, OtherCoverage } from './837p/model/other-coverage.ts';
export type {
  BillingProvider,
  ClaimParty,
  DestinationPayer,
  OtherPayer,
  Patient,
  Subscriber,
} from './837p/model/party.ts';
export { coloradoMedicaid, type PayerProfile } from './837p/profile/payer-profile.ts';
export { parsePayerProfile, payerProfileToJson } from './837p/profile/payer-profile-json.ts';
export { streamClaims, writeClaims } from './837p/write/claims.ts';
export type { ImplementationAcknowledgment } from './999/functional-group-response.ts';
// 999 and TA1
export { listenForImplementationAcknowledgments } from './999/read-999.ts';
export type { CodeFacts, CodeTables } from './checks/medical-code.ts';
export { absentTables, codeTablesOf, type TableSources } from './codes/published/code-tables.ts';
export { CodeTableError, type CompactTable, writeCompactTable } from './codes/published/compact-table.ts';
export { importCodes } from './codes/published/import-codes.ts';
export {
  CodeListError,
  type PublishedFile,
  type TableKind,
  tableKinds,
} from './codes/published/published-list.ts';
export type { CsvTable } from './csv/csv.ts';
// CSV
export { type CsvOptions, csv } from './csv/csv.ts';
export { editCatalog } from './edits/catalog.ts';
export type { Edit } from './edits/edit.ts';
export type {
  FileListener,
  FindingInput,
  GroupHeader,
  InterchangeAcknowledgment,
  InterchangeHeader,
  LoopNode,
  SegmentNode,
  SetConsumer,
  SetContext,
  SetHeader,
  Trailer,
} from './engine/consumer.ts';
export { type DocumentSegment, X12Document } from './engine/document.ts';
// Reading
export { type EngineOptions, X12Engine } from './engine/engine.ts';
export type { SetReaderOptions } from './engine/set-reader.ts';
export { feed, feedSync, readAll, type Source } from './engine/source.ts';
export type { TransactionChecks, TransactionHandlers } from './engine/transactions.ts';
export { allGuides, transactionListeners } from './engine/transactions.ts';
// Validation
export { FindingCount, type ValidateOptions, validate, validateSync } from './engine/validate.ts';
export type { KnownPartners } from './envelope/partners.ts';
export { type Finding, responseFor, type Severity, type SnipType } from './findings/finding.ts';
export { X12Error, type X12ErrorCode } from './findings/x12-error.ts';
export { type Acknowledged, type AcknowledgeOptions, acknowledge } from './outbound/acknowledge.ts';
export { type OutboundKind, OutboundResponses } from './outbound/outbound-responses.ts';
export { findingText } from './presentation/finding-text.ts';
export { inspectDocument } from './presentation/inspect.ts';
export type { Delimiters } from './reader/delimiters.ts';
export type { ReaderLimits } from './reader/reader.ts';
export type { Position, Segment } from './reader/segment.ts';
// Text and HTML for people
export { type ShowOptions, show } from './show/show.ts';
export { JsonInputError } from './values/json-codec.ts';
// Walking
export { type WalkOptions, walk, walkSync } from './walk/walk.ts';
export type { WalkedSegment } from './walk/walked-segment.ts';
export type { WalkStep } from './walk/walker.ts';
export { MemorySpool, type Spool } from './writer/spool.ts';
export type { WriterOptions } from './writer/writer.ts';
