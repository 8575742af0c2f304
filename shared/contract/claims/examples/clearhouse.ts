import type { OperationExamples } from '../../openapi/document.ts';

/** Examples of operations on the clearinghouse, answers of the local stack to invented claims. */
export const clearhouseExamples: OperationExamples = {
  'get-clearhouse': {
    response: {
      data: {
        id: 'clearinghouse',
        name: 'Staging clearinghouse',
        environment: 'test',
        trading_partner_id: '12345678',
        submitter: {
          name: 'GRANARY BILLING',
          contact: {
            name: 'EDI DESK',
            phone: '3035550100',
          },
        },
        transport: 'stub',
        file_name: {
          prefix: 'tp',
          time_zone: 'America/Denver',
          part: '1of1',
          extension: 'x12',
        },
      },
    },
  },
  'submit-claims': {
    body: {
      claim_ids: ['e72ccfa9-c2c8-81dd-958e-f7b70c1db844'],
    },
    response: {
      data: {
        submissions: [
          {
            id: '01a20183-3cb3-7710-bb97-86a646a79963',
            state: 'recorded',
            payer_id: 'CO_TXIX',
            file_name: 'tp12345678-837P-20260321212827903-1of1.x12',
            trading_partner_id: '12345678',
            transport: 'stub',
            size: 2567,
            sha256: '290d4dc39cbc6bb775cc016530e458ff8fd68918cff971d3a0fbffa5d7542df4',
            interchange_control_number: '000000001',
            group_control_number: '1',
            reference: 'CH000000001',
            claim_count: 7,
            created_at: '2026-03-22T04:28:27.903Z',
            created_by: 'key:01a20182-33bf-7a57-86ca-f16b72359475',
            recorded_count: 7,
            attempts: 0,
            sent_at: '2026-03-22T04:28:28.408Z',
            finished_at: '2026-03-22T04:28:28.527Z',
            total_charge: 930,
          },
        ],
        resumed: [],
        in_progress: [],
        blocked: [],
        blocked_count: 0,
        has_more: false,
      },
    },
  },
  'list-submissions': {
    parameters: {
      limit: 1,
    },
    response: {
      data: [
        {
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
        },
      ],
      pagination: {
        next_cursor: null,
        has_more: false,
      },
    },
  },
  'get-submission': {
    parameters: {
      id: '01a20183-3cb3-7710-bb97-86a646a79963',
    },
    response: {
      data: {
        recorded_count: 7,
        sent_at: '2026-03-22T04:28:28.408Z',
        finished_at: '2026-03-22T04:28:28.527Z',
        attempts: 0,
        id: '01a20183-3cb3-7710-bb97-86a646a79963',
        group_control_number: '1',
        created_by: 'key:01a20182-33bf-7a57-86ca-f16b72359475',
        interchange_control_number: '000000001',
        transport: 'stub',
        created_at: '2026-03-22T04:28:27.903Z',
        sha256: '290d4dc39cbc6bb775cc016530e458ff8fd68918cff971d3a0fbffa5d7542df4',
        payer_id: 'CO_TXIX',
        file_name: 'tp12345678-837P-20260321212827903-1of1.x12',
        reference: 'CH000000001',
        size: 2567,
        claim_count: 7,
        trading_partner_id: '12345678',
        state: 'recorded',
        total_charge: 930,
        claims: [
          {
            claim_id: 'e72ccfa9-c2c8-81dd-958e-f7b70c1db844',
            patient_control_number: 'DN1004',
            set: '0001',
          },
        ],
      },
    },
  },
  'test-connection': {
    response: {
      data: {
        ok: true,
        transport: 'stub',
        duration_ms: 123,
      },
    },
  },
};
