// Records that several examples share. The people in them are invented.

/** No finding of any severity. */
export const noFindings = { fatal: 0, error: 0, warning: 0, information: 0 };

export const clinicAddress = { line1: '100 MAIN STREET', city: 'DENVER', state: 'CO', zip: '802031234' };

export const clinic = {
  role: '85',
  entity_type: '2',
  last_name: 'SAMPLE CLINIC',
  id_qualifier: 'XX',
  id: '1234567893',
  address: clinicAddress,
  taxonomy: '207Q00000X',
  tax_id_qualifier: 'EI',
  tax_id: '841234567',
};

export const payer = {
  role: 'PR',
  entity_type: '2',
  last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM',
  id_qualifier: 'PI',
  id: 'CO_TXIX',
};

export const receiver = {
  role: '40',
  entity_type: '2',
  last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM',
  id_qualifier: '46',
  id: 'COMEDASSISTPROG',
};

/** The envelope of claims that arrive as JSON. */
export const transaction = {
  purpose: '00',
  batch_id: 'CH000000001',
  date: '2026-03-21',
  time: '2129',
  kind: 'CH',
  submitter: {
    role: '41',
    entity_type: '2',
    last_name: 'GRANARY BILLING',
    id_qualifier: '46',
    id: '12345678',
    contacts: [{ name: 'EDI DESK', numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
  },
  receiver,
};

/** Members that all claims have in common. */
export const claimHeader = {
  place_of_service: '11',
  provider_signature: 'Y',
  accept_assignment: 'A',
  benefits_assigned: 'Y',
  release_of_information: 'Y',
};

/** Members of a claim that came in the sample file and was sent. */
export const claimOfFile = {
  payer_id: 'CO_TXIX',
  frequency: '1',
  submitted_at: '2026-03-22T04:28:28.408Z',
  service_to: '2026-03-15',
  payer_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM',
  service_from: '2026-03-15',
  tax_id: '841234567',
  billing_npi: '1234567893',
  acknowledged_at: '2026-03-22T04:28:29.000Z',
  submission_id: '01a20183-3cb3-7710-bb97-86a646a79963',
  place_of_service: '11',
  received_at: '2026-03-22T04:28:26.765Z',
  acknowledged_by_999_id: '9f0afb46-d554-81f4-9fd3-064f6dfdc25b',
  batch_id: '01a20183-3cb3-71d5-95f1-638da1e5cf22',
  line_count: 1,
  duplicates: [],
  conflicts: [],
  finding_counts: noFindings,
};

/** Members of a claim that came as JSON. */
export const claimOfApi = {
  lane: 'ready',
  payer_id: 'CO_TXIX',
  version: 1,
  billing_npi: '1234567893',
  tax_id: '841234567',
  place_of_service: '11',
  line_count: 1,
  service_from: '2026-03-15',
  service_to: '2026-03-15',
  source: { kind: 'api', subject: 'key:01a20182-33bf-7a57-86ca-f16b72359475' },
  duplicates: [],
  conflicts: [],
  finding_counts: noFindings,
  findings: [],
};

export const deniedClaim = {
  ...claimOfFile,
  id: 'e72ccfa9-c2c8-81dd-958e-f7b70c1db844',
  patient_control_number: 'DN1004',
  lane: 'denied',
  lane_since: '2026-03-22T04:28:31.944Z',
  payer_status_at: '2026-03-21T21:28:00.000Z',
  member_id: 'S000004',
  remittance_id: '12d0acac-c04b-85f3-b0cb-35c9cc70b067',
  payer_control_number: 'ICN00000000100001',
  version: 5,
  payer_status_code: 'A2:20',
  patient_name: 'ASPEN, LARCH',
  total_charge: 75,
  payer_status_by_277ca_id: '4872b31b-e852-8156-ab69-77f68890dee1',
  remitted_at: '2026-03-21T00:00:00.000Z',
  source: {
    kind: 'file',
    segment: 58,
    group: '1',
    offset: 1543,
    file_id: '01a20183-2f07-7901-8ef0-eddfdfe4203b',
    interchange: '000000001',
    ordinal: 4,
    set: '0001',
  },
  updated_at: '2026-03-22T04:28:31.944Z',
  paid: 0,
  patient_responsibility: 0,
};

export const checkpoint = {
  chain: 'main',
  sequence: 46,
  hash: 'a2cf44771a8bbeb3cbd477c5f659e7827942a1cfeec66ba11c3f8ea5cb4ad8d7',
  time: '2026-03-22T04:29:22.374Z',
  key_id: '6429c5749068f7c55826db21fd1059b86cba8da1bdda7f0eefe8ea605dae96e2',
  signature:
    'MEQCIFcAvjka35n8qbklL4G9iIXuWxtgvZwvfzlZA8pzBpgeAiArP0bFYwuLhBCX53kQy5NouYBxPep+/3cfETlgaIYYmw==',
};

export const acknowledgedReason = {
  category: 'A1',
  category_text: 'received, not yet accepted',
  code: '19',
  text: 'entity acknowledges receipt',
  entity: 'PR',
};

export const implementationAcknowledgment = {
  sets_received: 1,
  sets_included: 1,
  errors: [],
  group_control_number: '4',
  sender: 'COMEDASSISTPROG',
  verdict: 'accepted',
  sets_accepted: 1,
  id: '9f0afb46-d554-81f4-9fd3-064f6dfdc25b',
  acknowledged: { group_control_number: '1', version: '005010X222A1', functional_id: 'HC' },
  receiver: '12345678',
  set_control_number: '0001',
  code: 'A',
  kind: '999',
  claim_counts: { unknown: 0, rejected: 0, causes: 0, accepted: 7, superseded: 0 },
  file_id: '8e5cb0dc-0360-8c28-9f86-f1dcdcb95c7c',
  received_at: '2026-03-22T04:28:29.000Z',
  interchange_control_number: '000000004',
  batch_ids: ['01a20183-3cb3-71d5-95f1-638da1e5cf22'],
  match: { by: 'partners', candidates: [] },
  findings: [],
  state: 'applied',
};

export const claimAcknowledgment = {
  id: '4872b31b-e852-8156-ab69-77f68890dee1',
  state: 'applied',
  received: '2026-03-21',
  processed: '2026-03-21',
  group_control_number: '5',
  file_id: 'cc40f906-27f7-8d22-8407-6c24bb332ac1',
  set_control_number: '0001',
  created: '2026-03-21',
  interchange_control_number: '000000005',
  answered_at: '2026-03-21T21:28:00.000Z',
  reference: '000000001-1',
  source_trace: '000000001-1',
  receiver: '12345678',
  batch: 'CH000000001',
  counts: {
    accepted: 5,
    statuses: 6,
    unknown: 0,
    pended: 0,
    unmatched: 0,
    ambiguous: 0,
    matched: 6,
    conflicts: 0,
    unscoped: 1,
    fanned_out: 0,
    rejected: 1,
    paid: 0,
  },
  received_at: '2026-03-22T04:28:29.000Z',
  sender: 'COMEDASSISTPROG',
  source: { name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'CO_TXIX', entity: 'PR', id_qualifier: 'PI' },
  submitter: { name: 'GRANARY BILLING', entity: '41', id: '12345678', id_qualifier: '46' },
  totals: { rejected: 1, accepted: 5, accepted_amount: 712.5, rejected_amount: 125 },
  batch_ids: ['01a20183-3cb3-71d5-95f1-638da1e5cf22'],
  unscoped_statuses: [
    {
      totals: { accepted: 5, rejected: 1, accepted_amount: 712.5, rejected_amount: 125 },
      trace: 'CH000000001',
      about: { name: 'GRANARY BILLING', id_qualifier: '46', entity: '41', id: '12345678' },
      conflict: false,
      classification: 'accepted',
      status: { action: 'WQ', date: '2026-03-21', amount: 837.5, reasons: [acknowledgedReason] },
      category: 'A1',
      disposition: 'accepted',
      status_code: '19',
      level: '21',
    },
  ],
};

export const storedFile = {
  id: 'cc40f906-27f7-8d22-8407-6c24bb332ac1',
  name: 'tp12345678-277CA-20260321212827903-1of1.x12',
  state: 'applied',
  kinds: ['277CA'],
  progress: { bytes: 1408, percent: 100, units: { '835': 0, '999': 0, '837P': 0, '277CA': 6, TA1: 0 } },
  object_key: 'inbox/test-payer/tp12345678-277CA-20260321212827903-1of1.x12',
  finished_at: '2026-03-22T04:28:31.193Z',
  sha256: 'dd027b055ddd7e1ebcf557787fced93675950293754bbfb02fca106d45ce2eea',
  origin: 'inbox',
  reasons: [],
  updated_at: '2026-03-22T04:28:31.193Z',
  size: 1408,
  archive_key:
    'archive/2026/03/22/cc40f906-27f7-8d22-8407-6c24bb332ac1-tp12345678-277CA-20260321212827903-1of1.x12',
  outbound_keys: [],
  finding_counts: noFindings,
  received_at: '2026-03-22T04:28:29.000Z',
  counts: {
    charge: 0,
    claims: 0,
    duplicates: 0,
    refused_sets: 0,
    groups: 1,
    interchanges: 1,
    sets: 1,
    drafts: 0,
    unmatched: 0,
    matched: 6,
  },
};

export const submission = {
  sent_at: '2026-03-22T04:28:28.408Z',
  trading_partner_id: '12345678',
  transport: 'stub',
  payer_id: 'CO_TXIX',
  claim_count: 7,
  created_by: 'key:01a20182-33bf-7a57-86ca-f16b72359475',
  sha256: '290d4dc39cbc6bb775cc016530e458ff8fd68918cff971d3a0fbffa5d7542df4',
  file_name: 'tp12345678-837P-20260321212827903-1of1.x12',
  group_control_number: '1',
  attempts: 0,
  created_at: '2026-03-22T04:28:27.903Z',
  interchange_control_number: '000000001',
  recorded_count: 7,
  state: 'recorded',
  finished_at: '2026-03-22T04:28:28.527Z',
  reference: 'CH000000001',
  id: '01a20183-3cb3-7710-bb97-86a646a79963',
  size: 2567,
  total_charge: 930,
};

export const apiKey = {
  id: '01a20184-29f8-73ac-893d-95ec7bc0ec7b',
  name: 'Billing program',
  role: 'biller',
  prefix: 'gc_test_Drm6',
  created_at: '2026-03-22T04:29:28.440Z',
};

export const payerConfiguration = {
  id: 'CO_TXIX',
  name: 'Health First Colorado',
  configs: [
    {
      reading: 'contract',
      overdue_after_hours: 48,
      send_for_received_claims: true,
      payer_id: 'CO_TXIX',
      transaction: '277CA',
    },
  ],
};

const billingTransaction = { purpose: '00', kind: 'CH', receiver };

export const address = { line1: '23 MERRIWEATHER TERRACE', city: 'DENVER', state: 'CO', zip: '80203' };

export const verificationResult = {
  checkpoints: 1,
  complete: true,
  checked: 54,
  detail: null,
  head: {
    sequence: 54,
    created_at: '2026-03-22T04:30:21.159Z',
    hash: '8e55cd57b89d4f05c6064d9d8ca891a0bf8a8ccb487abd9289bfc8e71098e9aa',
  },
  ok: true,
  reason: null,
  to: 54,
  from: 1,
  first_bad_id: null,
};

export const setAcknowledgment = {
  set: '837',
  set_control_number: '0001',
  code: 'A',
  accepted: true,
  segment_count: 0,
  errors: [],
  segments: [],
};

export const remittance = {
  id: '82a0e4f2-8be0-80fb-a54b-8a6ec46e7d05',
  state: 'applied',
  counts: {
    underpaid: 0,
    other: 0,
    held: 0,
    denied: 0,
    reversed: 1,
    ambiguous: 0,
    unmatched: 0,
    matched: 1,
    paid: 0,
  },
  charge: -240,
  received_at: '2026-03-22T04:28:29.000Z',
  set_control_number: '0002',
  file_id: '08827a66-6cd7-886b-b989-f1cadaeb8d22',
  reversals: [{ reversal: 1, net: -240 }],
  group_control_number: '6',
  provider_adjustments: [
    {
      provider: '1234567893',
      fiscal_period: '2026-12-31',
      reference: 'TP000000001002',
      reason: 'FB',
      text: 'forwarding balance',
      amount: -240,
    },
  ],
  production_date: '2026-03-21',
  sender: 'COMEDASSISTPROG',
  paid: -240,
  interchange_control_number: '000000006',
  payment: {
    date: '2026-03-21',
    trace: 'TP000000001002',
    amount: 0,
    handling: 'H',
    originator: '1841111111',
    direction: 'C',
    method: 'NON',
  },
  payer: { name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'CO_TXIX', id_qualifier: 'XV' },
  payee: { id_qualifier: 'XX', tax_id: '841234567', id: '1234567893', name: 'SAMPLE CLINIC' },
  claim_count: 1,
  balance: {
    balanced: true,
    unbalanced_lines: 0,
    transaction: {
      rule: 'sum of CLP04 - PLB = BPR02',
      level: 'transaction',
      computed: 0,
      stated: 0,
      difference: 0,
      terms: [{ name: 'sum of CLP04', amount: -240 }],
    },
    unbalanced_claims: 0,
  },
};
