import { deniedClaim } from '#claims/claims/examples.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const biller = 'key:01a20182-33bf-7a57-86ca-f16b72359475';

const note = {
  id: '01a20185-1d3e-7b44-9a55-0f2c9e6c1a70',
  claim_id: deniedClaim.id,
  at: '2026-03-22T04:31:02.114Z',
  by: biller,
  text: 'Called the payer: records requested by fax',
};

const person = {
  subject: '7b0c4d5e-1f6a-4c38-9d27-5e8a1b3c9f04',
  name: 'Bianca Ferro',
  seen_on: '2026-03-22',
};

const followed = { ...deniedClaim, assignee: biller, follow_up_on: '2026-03-27' };

export const followUpExamples: OperationExamples = {
  'add-note': { parameters: { id: deniedClaim.id }, body: { text: note.text }, response: { data: note } },
  'list-notes': {
    parameters: { id: deniedClaim.id },
    response: { data: [note], pagination: { next_cursor: null, has_more: false } },
  },
  'set-follow-up': {
    parameters: { id: deniedClaim.id },
    body: { assignee: 'me', follow_up_on: '2026-03-27' },
    response: { data: followed },
  },
  'name-caller': { body: { name: person.name }, response: { data: person } },
  'list-people': { response: { data: [person] } },
  'list-worklist': {
    parameters: { assignee: 'me', due: 'later' },
    response: {
      data: [followed],
      pagination: { next_cursor: null, has_more: false },
      today: '2026-03-22',
    },
  },
};
