// Records of claims and configuration that several examples share. The people in them are invented.

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

export const exampleAddress = { line1: '23 MERRIWEATHER TERRACE', city: 'DENVER', state: 'CO', zip: '80203' };

export const exampleSubscriber = {
  role: 'IL',
  entity_type: '1',
  last_name: 'ROWAN',
  first_name: 'IVY',
  id_qualifier: 'MI',
  id: 'S000002',
  address: exampleAddress,
  birth_date: '1981-04-01',
  gender: 'F',
  payer_sequence: 'P',
  relationship: '18',
  claim_filing: 'MC',
  payer,
};

export const exampleServiceLine = {
  number: 1,
  procedure: { qualifier: 'HC', code: '99213' },
  charge: 125,
  unit: 'UN',
  quantity: 1,
  diagnosis_pointers: [1],
  service_date: '2026-03-15',
  control_number: '1',
};

/** The envelope of claims that arrive as JSON. */
export const exampleTransaction = {
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
  receiver: { ...payer, role: '40', id_qualifier: '46', id: 'COMEDASSISTPROG' },
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

export const exampleClaimsKey = {
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
