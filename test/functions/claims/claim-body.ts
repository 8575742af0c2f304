/** A valid claim for a configured payer without state rules. */
export function claimBody(pcn: string, more: object = {}) {
  return {
    patient_control_number: pcn,
    total_charge: 100.5,
    place_of_service: '11',
    frequency: '1',
    provider_signature: 'Y',
    accept_assignment: 'A',
    benefits_assigned: 'Y',
    release_of_information: 'Y',
    billing_provider: {
      last_name: 'GRANARY CLINIC',
      id: '1234567893',
      tax_id: '841234567',
      taxonomy: '207Q00000X',
      address: { line1: '100 CLINIC WAY', city: 'DENVER', state: 'CO', zip: '802031234' },
    },
    subscriber: {
      last_name: 'SPECIMEN',
      first_name: 'PAT',
      id: `M${pcn}`,
      birth_date: '1980-01-01',
      gender: 'F',
      payer_sequence: 'P',
      relationship: '18',
      claim_filing: 'CI',
      address: { line1: '1 HOME ST', city: 'DENVER', state: 'CO', zip: '80203' },
      payer: { last_name: 'PLAINS HEALTH', id: '60054' },
    },
    diagnoses: [{ qualifier: 'ABK', code: 'J069' }],
    lines: [
      {
        procedure: { code: '99213' },
        charge: 100.5,
        unit: 'UN',
        quantity: 1,
        diagnosis_pointers: [1],
        service_date: '2026-02-10',
        control_number: '1',
      },
    ],
    ...more,
  };
}
