// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listMembersOperation: Operation = {
  id: 'listMembers',
  method: 'GET',
  path: '/api/v1/members',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const updateMemberOperation: Operation = {
  id: 'updateMember',
  method: 'PATCH',
  path: '/api/v1/members/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/merge-patch+json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const removeMemberOperation: Operation = {
  id: 'removeMember',
  method: 'DELETE',
  path: '/api/v1/members/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

const leaveBrandOperation: Operation = {
  id: 'leaveBrand',
  method: 'POST',
  path: '/api/v1/members/leave',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const transferOwnershipOperation: Operation = {
  id: 'transferOwnership',
  method: 'POST',
  path: '/api/v1/members/transfer',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listInvitationsOperation: Operation = {
  id: 'listInvitations',
  method: 'GET',
  path: '/api/v1/invitations',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createInvitationOperation: Operation = {
  id: 'createInvitation',
  method: 'POST',
  path: '/api/v1/invitations',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const resendInvitationOperation: Operation = {
  id: 'resendInvitation',
  method: 'POST',
  path: '/api/v1/invitations/{id}/resend',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const revokeInvitationOperation: Operation = {
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/api/v1/invitations/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

const acceptInvitationOperation: Operation = {
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/v1/invitations/accept',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `listMembers`. */
export type ListMembersInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `updateMember`. */
export type UpdateMemberInput = {
  /** Id of the member */
  readonly id: string;
  readonly role: 'owner' | 'manager' | 'viewer';
};

/** Input of `removeMember`. */
export type RemoveMemberInput = {
  /** Id of the member */
  readonly id: string;
};

/** Input of `leaveBrand`. */
export type LeaveBrandInput = {
  readonly brand_id: string;
};

/** Result of `leaveBrand`. */
export type LeaveBrandResult = {
  readonly brand_id: string;
};

/** Input of `transferOwnership`. */
export type TransferOwnershipInput = {
  readonly brand_id: string;
  readonly member_id: string;
};

/** Input of `listInvitations`. */
export type ListInvitationsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createInvitation`. */
export type CreateInvitationInput = {
  readonly brand_id: string;
  readonly email: string;
  readonly role: 'owner' | 'manager' | 'viewer';
};

/** Input of `resendInvitation`. */
export type ResendInvitationInput = {
  /** Id of the invitation */
  readonly id: string;
};

/** Input of `revokeInvitation`. */
export type RevokeInvitationInput = {
  /** Id of the invitation */
  readonly id: string;
};

/** Input of `acceptInvitation`. */
export type AcceptInvitationInput = {
  readonly token: string;
};

export class MembersOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the members of a brand
   *
   * People whose roles come from the tokens of the identity provider are not listed.
   *
   * operationId: listMembers
   */
  list(input: ListMembersInput, options?: RequestOptions): PagedCall<schema.Member, CursorPage<schema.Member>> {
    return this.#transport.list(listMembersOperation, input, options);
  }

  /**
   * Change the role of a member
   *
   * The new role is in effect with the next request of the person.
   *
   * operationId: updateMember
   */
  update(input: UpdateMemberInput, options?: RequestOptions): ApiCall<schema.Member> {
    return this.#transport.call(updateMemberOperation, input, options);
  }

  /**
   * Remove a member from the brand
   *
   * operationId: removeMember
   */
  remove(input: RemoveMemberInput, options?: RequestOptions): ApiCall<void> {
    return this.#transport.call(removeMemberOperation, input, options);
  }

  /**
   * Leave a brand
   *
   * The last owner cannot leave. Requires a bearer token.
   *
   * operationId: leaveBrand
   */
  leaveBrand(input: LeaveBrandInput, options?: RequestOptions & KeyOptions): ApiCall<LeaveBrandResult> {
    return this.#transport.call(leaveBrandOperation, input, options);
  }

  /**
   * Make another member an owner in your place
   *
   * The caller, an owner with a bearer token, becomes a manager. Both changes happen together.
   *
   * operationId: transferOwnership
   */
  transferOwnership(input: TransferOwnershipInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Member> {
    return this.#transport.call(transferOwnershipOperation, input, options);
  }

  /**
   * List the open and expired invitations of a brand, oldest first
   *
   * operationId: listInvitations
   */
  listInvitations(input: ListInvitationsInput, options?: RequestOptions): PagedCall<schema.Invitation, CursorPage<schema.Invitation>> {
    return this.#transport.list(listInvitationsOperation, input, options);
  }

  /**
   * Invite a person to the brand by e-mail
   *
   * The e-mail contains a token that is valid for 7 days. Any person with the token can accept the
   * invitation. No response shows it.
   *
   * operationId: createInvitation
   */
  createInvitation(input: CreateInvitationInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Invitation> {
    return this.#transport.call(createInvitationOperation, input, options);
  }

  /**
   * Send an invitation again
   *
   * The e-mail contains a new token, and the invitation is valid for 7 days again. The earlier token is
   * no longer valid.
   *
   * operationId: resendInvitation
   */
  resendInvitation(input: ResendInvitationInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Invitation> {
    return this.#transport.call(resendInvitationOperation, input, options);
  }

  /**
   * Revoke an invitation
   *
   * operationId: revokeInvitation
   */
  revokeInvitation(input: RevokeInvitationInput, options?: RequestOptions): ApiCall<void> {
    return this.#transport.call(revokeInvitationOperation, input, options);
  }

  /**
   * Accept an invitation
   *
   * Requires a bearer token. The caller becomes a member with the role of the invitation.
   *
   * operationId: acceptInvitation
   */
  acceptInvitation(input: AcceptInvitationInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Member> {
    return this.#transport.call(acceptInvitationOperation, input, options);
  }
}
