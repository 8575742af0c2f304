/** Errors of the claims API, by their code. */
export const claimsErrors = {
  no_claims_role: { title: 'You have no role in claims', detail: 'Ask an administrator for a role.' },
  provider_scope: {
    title: 'Your access is limited to some providers',
    detail: 'Ask an administrator to do this.',
  },
  audit_log_damaged: {
    title: 'The audit log is damaged',
    detail: 'No checkpoint was signed. Verify the log to see the entry.',
  },
  audit_log_empty: { title: 'The audit log has no entries yet' },
  wrong_file_kind: { title: 'The file has no content of this kind', detail: 'Check the file.' },
  invalid_envelope: {
    title: 'The envelope of the file is invalid',
    detail: 'Ask the sender for a corrected file.',
  },
  file_in_work: { title: 'The file is being processed', detail: 'Try again in a few seconds.' },
  claims_not_ready: { title: 'Some of the claims are not ready', detail: 'Reload the preview.' },
  submission_blocked: {
    title: 'Some of the claims have errors',
    detail: 'Open them and correct the findings.',
  },
  payer_not_configured: {
    title: 'This payer is not set up to receive claims',
    detail: 'Add it to the configuration.',
  },
  invalid_configuration: { title: 'The configuration file has errors', detail: 'Correct it, then reload.' },
  unknown_claim: { title: 'The claim to correct was not found' },
  no_payer_claim_number: {
    title: 'No payer claim control number is known yet',
    detail: 'Enter the number of the original claim.',
  },
  not_correctable: { title: 'A claim in this lane cannot be corrected this way' },
  not_editable: { title: 'This claim cannot be edited now', detail: 'Reload it to see its state.' },
  not_in_review: { title: 'The claim is not in review', detail: 'Reload it to see its state.' },
  not_adjudicated: {
    title: 'No remittance has decided the claim',
    detail: 'Wait for the remittance of the first payer.',
  },
  no_other_coverage: {
    title: 'The claim names no other coverage',
    detail: 'Add the second payer to the claim.',
  },
  secondary_cautions: {
    title: 'The secondary claim needs your confirmation',
    detail: 'Read the cautions, then confirm.',
  },
  no_retention_time: { title: 'No retention time is set', detail: 'Set it on the Retention page.' },
  purge_running: { title: 'A purge is running', detail: 'Wait until it is done.' },
  alert_rule_limit_reached: { title: 'There can be 50 alert rules', detail: 'Delete one first.' },
  already_released: { title: 'The legal hold has already ended' },
  already_reconciled: {
    title: 'The bank line or a remittance is already matched',
    detail: 'Unmatch it first.',
  },
  not_reconciled: { title: 'The bank line is not matched' },
  unknown_remittance: {
    title: 'A remittance was not found, or its sums are not known yet',
    detail: 'Reload the list.',
  },
  unmatched_item_state: { title: 'The item has changed meanwhile', detail: 'Reload it to see its state.' },
};
