import type { CatalogEntry } from '../catalog-entry.ts';

/** Errors that only claims endpoints report; see the catalog in `../errors.ts`. */
export const claimsErrors = {
  audit_log_damaged: { status: 409, message: 'The audit log is damaged; no checkpoint was signed' },
  audit_log_empty: { status: 409, message: 'The audit log has no entries yet' },
  wrong_file_kind: { status: 422, message: 'The file contains no transaction set of this kind' },
  invalid_envelope: {
    status: 422,
    message: 'The file has content of this kind, but its envelope is invalid; see details',
  },
  file_in_work: { status: 409, message: 'The file is being processed; try again in a few seconds' },
  claims_not_ready: { status: 409, message: 'Some of the claims are not in the ready lane' },
  submission_blocked: { status: 422, message: 'Some of the claims have errors; see details' },
  payer_not_configured: { status: 422, message: 'The payer is not configured to receive claims' },
  invalid_configuration: { status: 422, message: 'The payer configuration file is invalid; see details' },
  unknown_claim: { status: 422, message: 'The claim to correct was not found' },
  no_payer_claim_number: {
    status: 422,
    message: 'No payer claim control number is known yet; send references.original_claim_number',
  },
  not_correctable: { status: 409, message: 'A claim in this lane cannot be corrected this way' },
  no_retention_time: {
    status: 409,
    message: 'No retention time is set; set it with PUT /api/admin/retention',
  },
  purge_running: { status: 409, message: 'A purge is running; wait until it is done' },
  alert_rule_limit_reached: {
    status: 409,
    message: 'The limit of 50 alert rules is reached; delete one first',
  },
  already_released: { status: 409, message: 'The legal hold has ended' },
  already_reconciled: { status: 409, message: 'The bank line or a remittance is matched; unmatch it first' },
  not_reconciled: { status: 409, message: 'The bank line is not matched' },
  unknown_remittance: { status: 422, message: 'A remittance was not found, or its sums are not known yet' },
  unmatched_item_state: { status: 409, message: 'The item is not in a state for this; read it again' },
  not_adjudicated: {
    status: 409,
    message: 'No remittance has paid or denied the claim, or the payment was reversed',
  },
  secondary_cautions: {
    status: 409,
    message: 'The claim needs attention first; see details, and name what you accept in `accept`',
  },
  no_other_coverage: {
    status: 422,
    message: 'The claim names no further payer; send subscriber with its payer',
  },
  not_editable: { status: 409, message: 'The claim cannot be edited now; see the message' },
  not_in_review: { status: 409, message: 'The claim is not in review' },
} as const satisfies Record<string, CatalogEntry>;
