import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const memberId = '0199a1cc-0a51-7d24-9b68-7c3f1e5a0d92';
const invitationId = '0199a1cc-3f87-7a19-8e40-2d6b9c4f1a75';

const member = {
  id: memberId,
  brand_id: ids.brand,
  subject: 'auth0|5f7c8ec7c33c6c004bbafe82',
  role: 'manager',
  email: 'basil@example.com',
  joined_at: createdAt,
};

const invitation = {
  id: invitationId,
  brand_id: ids.brand,
  email: 'basil@example.com',
  role: 'manager',
  invited_by: 'auth0|61a0f5d2b7e94c0068d3f1aa',
  created_at: createdAt,
  sent_at: createdAt,
  valid_until: '2026-03-09T15:04:05.120Z',
};

const token = 'kT8w… (from the e-mail)';
const lastPage = { next_cursor: null, has_more: false };
const listed = { brand_id: ids.brand, limit: 50 };

export const memberExamples: OperationExamples = {
  'list-members': { parameters: listed, response: { data: [member], pagination: lastPage } },
  'update-member': {
    parameters: { id: memberId },
    body: { role: 'viewer' },
    response: { data: { ...member, role: 'viewer' } },
  },
  'remove-member': { parameters: { id: memberId } },
  'leave-brand': { body: { brand_id: ids.brand }, response: { data: { brand_id: ids.brand } } },
  'transfer-ownership': {
    body: { brand_id: ids.brand, member_id: memberId },
    response: { data: { ...member, role: 'owner' } },
  },
  'create-invitation': {
    body: { brand_id: ids.brand, email: 'basil@example.com', role: 'manager' },
    response: { data: invitation },
  },
  'list-invitations': { parameters: listed, response: { data: [invitation], pagination: lastPage } },
  'resend-invitation': {
    parameters: { id: invitationId },
    response: { data: { ...invitation, sent_at: changedAt, valid_until: '2026-03-09T17:30:00.000Z' } },
  },
  'revoke-invitation': { parameters: { id: invitationId } },
  'accept-invitation': { body: { token }, response: { data: member } },
};
