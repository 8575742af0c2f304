import type { OperationExamples } from '#contract/openapi/document.ts';

// Records of claims and configuration that several examples share. The people in them are invented.

/** No finding of any severity. */
export const noFindings = { fatal: 0, error: 0, warning: 0, information: 0 };

const clinicAddress = { line1: '100 MAIN STREET', city: 'DENVER', state: 'CO', zip: '802031234' };

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
  submission_id: '01a20183-3cb3-7710-bb97-86a646a79963',
  place_of_service: '11',
  received_at: '2026-03-22T04:28:26.765Z',
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

export const newClaimsExamples: OperationExamples = {
  'create-claim': {
    body: {
      ...claimHeader,
      patient_control_number: 'PAU439MWRC86NY1XONY5',
      total_charge: 125,
      frequency: '1',
      billing_provider: {
        entity_type: '2',
        last_name: 'VALLEY CLINIC',
        id: '1234567893',
        tax_id: '841234567',
        taxonomy: '207Q00000X',
        address: clinicAddress,
      },
      subscriber: {
        entity_type: '1',
        last_name: 'OZYMANDRAKE',
        first_name: 'EVERARD',
        id: 'Z145231',
        payer_sequence: 'P',
        relationship: '18',
        claim_filing: 'MC',
        birth_date: '1971-08-29',
        gender: 'F',
        address: exampleAddress,
        payer: { entity_type: '2', last_name: 'PAYER', id: 'CO_TXIX' },
      },
      diagnoses: [{ qualifier: 'ABK', code: 'T24311A' }],
      lines: [
        {
          procedure: { qualifier: 'HC', code: '99213' },
          charge: 125,
          unit: 'UN',
          quantity: 1,
          diagnosis_pointers: [1],
          service_date: '2026-03-15',
          control_number: 'PAU439MWRC86NY1XONY5L1',
        },
      ],
    },
    response: {
      data: {
        ...claimOfApi,
        id: '01a20184-2d7b-75da-92c9-d25e35becdba',
        patient_control_number: 'PAU439MWRC86NY1XONY5',
        lane_since: '2026-03-22T04:29:29.339Z',
        payer_name: 'PAYER',
        member_id: 'Z145231',
        patient_name: 'OZYMANDRAKE, EVERARD',
        frequency: '1',
        total_charge: 125,
        received_at: '2026-03-22T04:29:29.339Z',
        updated_at: '2026-03-22T04:29:29.339Z',
        content: {
          ...claimHeader,
          transaction: exampleTransaction,
          billing_provider: { ...clinic, last_name: 'VALLEY CLINIC' },
          subscriber: {
            ...exampleSubscriber,
            last_name: 'OZYMANDRAKE',
            first_name: 'EVERARD',
            id: 'Z145231',
            address: exampleAddress,
            birth_date: '1971-08-29',
            payer: { ...payer, last_name: 'PAYER' },
          },
          patient_control_number: 'PAU439MWRC86NY1XONY5',
          total_charge: 125,
          frequency: '1',
          diagnoses: [{ qualifier: 'ABK', code: 'T24311A' }],
          lines: [
            {
              ...exampleServiceLine,
              procedure: { qualifier: 'HC', code: '99213' },
              charge: 125,
              control_number: 'PAU439MWRC86NY1XONY5L1',
            },
          ],
        },
        timeline: [
          {
            at: '2026-03-22T04:29:29.339Z',
            event: 'claim.received',
            actor: 'key:01a20182-33bf-7a57-86ca-f16b72359475',
            to: 'ready',
          },
        ],
      },
    },
  },
  'search-claims': {
    body: { last_name: 'Rowan', service_from: '2026-03-01', sort: '-service_from', limit: 1 },
    response: {
      data: [deniedClaim],
      pagination: { next_cursor: null, has_more: false },
    },
  },
  'list-claims': {
    parameters: { limit: 1 },
    response: {
      data: [deniedClaim],
      pagination: {
        next_cursor:
          'zJtEF_TxBsabMjAyNi0xMS0yMlQwNDoyODoyNi43NjVaI2U3MmNjZmE5LWMyYzgtODFkZC05NThlLWY3YjcwYzFkYjg0NA',
        has_more: true,
      },
    },
  },
};

export const claimDetailExamples: OperationExamples = {
  'get-claim': {
    parameters: { id: 'e72ccfa9-c2c8-81dd-958e-f7b70c1db844' },
    response: {
      data: {
        ...deniedClaim,
        content: {
          ...claimHeader,
          transaction: {
            ...exampleTransaction,
            batch_id: 'SAMPLE1',
            date: '2026-03-22',
            time: '0427',
            submitter: {
              ...exampleTransaction.submitter,
              last_name: 'SAMPLE CLINIC',
              contacts: [{ name: 'BILLING', numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
            },
          },
          billing_provider: clinic,
          subscriber: {
            ...exampleSubscriber,
            last_name: 'ASPEN',
            first_name: 'LARCH',
            id: 'S000004',
            address: { ...exampleAddress, line1: '4 ELM STREET' },
            birth_date: '1983-04-01',
          },
          patient_control_number: 'DN1004',
          total_charge: 75,
          frequency: '1',
          diagnoses: [{ qualifier: 'ABK', code: 'J069' }],
          lines: [
            {
              ...exampleServiceLine,
              procedure: { qualifier: 'HC', code: '99211' },
              charge: 75,
              control_number: 'DN1004L1',
            },
          ],
        },
        findings: [],
        timeline: [
          {
            at: '2026-03-22T04:28:26.787Z',
            event: 'claim.received',
            actor: 'file:01a20183-2f07-7901-8ef0-eddfdfe4203b',
            audit_entry_id: 11,
            errors: 0,
            file_id: '01a20183-2f07-7901-8ef0-eddfdfe4203b',
            ordinal: 4,
            to: 'ready',
            total_charge: 75,
            version: 1,
          },
        ],
      },
    },
  },
  'release-claim': {
    parameters: { id: '01a20185-05e0-71ad-b4e7-325d37f9601a' },
    response: {
      data: {
        id: '01a20185-05e0-71ad-b4e7-325d37f9601a',
        patient_control_number: 'PA5D18MWRC9DPF9BZL6UB',
        lane: 'ready',
        lane_since: '2026-03-22T04:30:25.384Z',
        payer_id: 'CO_TXIX',
        version: 2,
        service_from: '2026-03-15',
        source: { subject: 'key:01a20182-33bf-7a57-86ca-f16b72359475', kind: 'api' },
        line_count: 1,
        updated_at: '2026-03-22T04:30:25.384Z',
        place_of_service: '11',
        service_to: '2026-03-15',
        total_charge: 125,
        received_at: '2026-03-22T04:30:24.736Z',
        payer_name: 'PAYER',
        frequency: '1',
        billing_npi: '1234567893',
        tax_id: '841234567',
        patient_name: 'MARCHBANKS, TARQUIN',
        member_id: 'Z000077',
        duplicates: [{ by: 'content', claim_id: '01a20185-05a6-78d2-b8b5-30c5492310b8' }],
        conflicts: [],
        finding_counts: { fatal: 0, error: 0, warning: 1, information: 0 },
      },
    },
  },
};
