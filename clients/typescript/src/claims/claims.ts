// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listClaimsOperation: Operation = {
  id: 'listClaims',
  method: 'GET',
  path: '/api/claims',
  inQuery: ['lane', 'payer_id', 'billing_npi', 'patient_control_number', 'received_from', 'received_to', 'service_from', 'service_to', 'format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createClaimOperation: Operation = {
  id: 'createClaim',
  method: 'POST',
  path: '/api/claims',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const searchClaimsOperation: Operation = {
  id: 'searchClaims',
  method: 'POST',
  path: '/api/claims/search',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
};

const getClaimOperation: Operation = {
  id: 'getClaim',
  method: 'GET',
  path: '/api/claims/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const editClaimOperation: Operation = {
  id: 'editClaim',
  method: 'PATCH',
  path: '/api/claims/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/merge-patch+json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listClaimVersionsOperation: Operation = {
  id: 'listClaimVersions',
  method: 'GET',
  path: '/api/claims/{id}/versions',
  inPath: ['id'],
  inQuery: ['format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getClaimVersionOperation: Operation = {
  id: 'getClaimVersion',
  method: 'GET',
  path: '/api/claims/{id}/versions/{version}',
  inPath: ['id', 'version'],
  accept: 'application/json',
  enveloped: true,
};

const voidClaimOperation: Operation = {
  id: 'voidClaim',
  method: 'POST',
  path: '/api/claims/{id}/void',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const releaseClaimOperation: Operation = {
  id: 'releaseClaim',
  method: 'POST',
  path: '/api/claims/{id}/release',
  inPath: ['id'],
  inQuery: ['lane'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const createSecondaryClaimOperation: Operation = {
  id: 'createSecondaryClaim',
  method: 'POST',
  path: '/api/claims/{id}/secondary',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `listClaims`. */
export type ListClaimsInput = {
  /** Claims in this lane, or dismissed claims */
  readonly lane?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'dismissed' | undefined;
  /** Claims for this payer */
  readonly payer_id?: string | undefined;
  /** Claims of the billing provider with this NPI */
  readonly billing_npi?: string | undefined;
  /** Claims with this patient control number */
  readonly patient_control_number?: string | undefined;
  /** Claims received at this time or later */
  readonly received_from?: string | undefined;
  /** Claims received at this time or earlier */
  readonly received_to?: string | undefined;
  /** Claims with a service on or after this day */
  readonly service_from?: string | undefined;
  /** Claims with a service on or before this day */
  readonly service_to?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createClaim`. */
export type CreateClaimInput = schema.ClaimInput;

/** Input of `searchClaims`. */
export type SearchClaimsInput = schema.ClaimSearch;

/** Result of `searchClaims`. */
export type SearchClaimsResult = {
  readonly data: readonly schema.Claim[];
  readonly pagination: {
    readonly next_cursor: string | null;
    readonly has_more: boolean;
  };
};

/** Input of `getClaim`. */
export type GetClaimInput = {
  /** Id of the claim */
  readonly id: string;
};

/** Input of `editClaim`. */
export type EditClaimInput = {
  /** Id of the claim */
  readonly id: string;
  /** Members of ClaimInput to change, as a JSON merge patch; null removes. `transaction` cannot change. */
  readonly content: { readonly [name: string]: unknown };
  /** Submits the claim after the edit */
  readonly resubmit?: boolean | undefined;
  /** Characters outside the X12 character set: refuse (default) or transliterate to ASCII */
  readonly characters?: 'refuse' | 'transliterate' | undefined;
};

/** Input of `listClaimVersions`. */
export type ListClaimVersionsInput = {
  /** Id of the claim */
  readonly id: string;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getClaimVersion`. */
export type GetClaimVersionInput = {
  /** Id of the claim */
  readonly id: string;
  /** Version of the claim, also one without an edit */
  readonly version: string;
};

/** Input of `voidClaim`. */
export type VoidClaimInput = {
  /** Id of the claim */
  readonly id: string;
};

/** Input of `releaseClaim`. */
export type ReleaseClaimInput = {
  /** Id of the claim */
  readonly id: string;
  /** New lane of a claim that was sent; not allowed for a claim that was not sent */
  readonly lane?: 'submitted' | 'accepted' | 'pending' | 'rejected' | 'payer_rejected' | 'paid' | 'denied' | 'underpaid' | undefined;
};

/** Input of `createSecondaryClaim`. */
export type CreateSecondaryClaimInput = {
  /** Id of the adjudicated claim */
  readonly id: string;
  /** Remittance with the adjudication; by default the newest */
  readonly remittance_id?: string | undefined;
  /** CLM01; by default that of the claim with SBR01 of the next payer, such as `A1001-S` */
  readonly patient_control_number?: string | undefined;
  /** SBR01 of the next payer; by default the one after that of the claim */
  readonly payer_sequence?: string | undefined;
  /** Subscriber and payer, if the claim does not name them */
  readonly subscriber?: {
    /** NM101; derived from the place if absent */
    readonly role?: string | undefined;
    /** NM102: 1 person, 2 organization; a person by default if there is a first name */
    readonly entity_type?: string | undefined;
    /** Of a person, or the name of an organization */
    readonly last_name?: string | undefined;
    readonly first_name?: string | undefined;
    readonly middle_name?: string | undefined;
    readonly suffix?: string | undefined;
    /** NM108; derived from the place if absent */
    readonly id_qualifier?: string | undefined;
    /** NM109 */
    readonly id?: string | undefined;
    readonly address?: {
      readonly line1?: string | undefined;
      readonly line2?: string | undefined;
      readonly city?: string | undefined;
      readonly state?: string | undefined;
      readonly zip?: string | undefined;
      readonly country?: string | undefined;
      readonly subdivision?: string | undefined;
    } | undefined;
    readonly taxonomy?: string | undefined;
    readonly references?: readonly {
      readonly qualifier: string;
      readonly value: string;
      readonly payer_id?: string | undefined;
    }[] | undefined;
    readonly contacts?: readonly {
      readonly name?: string | undefined;
      readonly numbers?: readonly {
        readonly qualifier: string;
        readonly number: string;
      }[] | undefined;
    }[] | undefined;
    readonly birth_date?: string | undefined;
    readonly gender?: string | undefined;
    readonly death_date?: string | undefined;
    readonly weight?: number | undefined;
    readonly pregnant?: string | undefined;
    readonly property_casualty_claim_number?: string | undefined;
    /** SBR01: P primary, S secondary … */
    readonly payer_sequence?: string | undefined;
    /** SBR02: 18 when the subscriber is the patient */
    readonly relationship?: string | undefined;
    readonly group_number?: string | undefined;
    readonly group_name?: string | undefined;
    readonly insurance_type?: string | undefined;
    /** SBR09 */
    readonly claim_filing?: string | undefined;
    readonly payer?: {
      /** NM101; derived from the place if absent */
      readonly role?: string | undefined;
      /** NM102: 1 person, 2 organization; a person by default if there is a first name */
      readonly entity_type?: string | undefined;
      /** Of a person, or the name of an organization */
      readonly last_name?: string | undefined;
      readonly first_name?: string | undefined;
      readonly middle_name?: string | undefined;
      readonly suffix?: string | undefined;
      /** NM108; derived from the place if absent */
      readonly id_qualifier?: string | undefined;
      /** NM109 */
      readonly id?: string | undefined;
      readonly address?: {
        readonly line1?: string | undefined;
        readonly line2?: string | undefined;
        readonly city?: string | undefined;
        readonly state?: string | undefined;
        readonly zip?: string | undefined;
        readonly country?: string | undefined;
        readonly subdivision?: string | undefined;
      } | undefined;
      readonly taxonomy?: string | undefined;
      readonly references?: readonly {
        readonly qualifier: string;
        readonly value: string;
        readonly payer_id?: string | undefined;
      }[] | undefined;
      readonly contacts?: readonly {
        readonly name?: string | undefined;
        readonly numbers?: readonly {
          readonly qualifier: string;
          readonly number: string;
        }[] | undefined;
      }[] | undefined;
      readonly billing_provider_ids?: readonly {
        readonly qualifier: string;
        readonly value: string;
        readonly payer_id?: string | undefined;
      }[] | undefined;
    } | undefined;
  } | undefined;
  /** Only with `subscriber`, if the patient is another person */
  readonly patient?: {
    /** NM101; derived from the place if absent */
    readonly role?: string | undefined;
    /** NM102: 1 person, 2 organization; a person by default if there is a first name */
    readonly entity_type?: string | undefined;
    /** Of a person, or the name of an organization */
    readonly last_name?: string | undefined;
    readonly first_name?: string | undefined;
    readonly middle_name?: string | undefined;
    readonly suffix?: string | undefined;
    /** NM108; derived from the place if absent */
    readonly id_qualifier?: string | undefined;
    /** NM109 */
    readonly id?: string | undefined;
    readonly address?: {
      readonly line1?: string | undefined;
      readonly line2?: string | undefined;
      readonly city?: string | undefined;
      readonly state?: string | undefined;
      readonly zip?: string | undefined;
      readonly country?: string | undefined;
      readonly subdivision?: string | undefined;
    } | undefined;
    readonly taxonomy?: string | undefined;
    readonly references?: readonly {
      readonly qualifier: string;
      readonly value: string;
      readonly payer_id?: string | undefined;
    }[] | undefined;
    readonly contacts?: readonly {
      readonly name?: string | undefined;
      readonly numbers?: readonly {
        readonly qualifier: string;
        readonly number: string;
      }[] | undefined;
    }[] | undefined;
    readonly birth_date?: string | undefined;
    readonly gender?: string | undefined;
    readonly death_date?: string | undefined;
    readonly weight?: number | undefined;
    readonly pregnant?: string | undefined;
    readonly property_casualty_claim_number?: string | undefined;
    readonly relationship?: string | undefined;
  } | undefined;
  /** Cautions that a person has read and accepts */
  readonly accept?: readonly ('denied_for_correction' | 'forwarded' | 'nothing_left')[] | undefined;
};

export class ClaimsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List claims, newest first
   *
   * Returns claims that match all filters. A page may have fewer claims than its limit, or none, and
   * still have a next page. Lists may lag behind a change by a moment.
   *
   * operationId: listClaims
   */
  list(input: ListClaimsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List claims, newest first
   *
   * Returns claims that match all filters. A page may have fewer claims than its limit, or none, and
   * still have a next page. Lists may lag behind a change by a moment.
   *
   * operationId: listClaims
   */
  list(input?: ListClaimsInput, options?: RequestOptions): PagedCall<schema.Claim, CursorPage<schema.Claim>>;
  list(input?: ListClaimsInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listClaimsOperation, input ?? {}, options);
  }

  /**
   * Create a claim from JSON
   *
   * Checks the claim with the same edits as an 837P file. A claim with errors is a draft, a possible
   * duplicate goes to review, any other claim is ready. Frequency 7 corrects and frequency 8 voids a
   * claim that the payer has; the payer claim control number comes from the last remittance unless
   * `references.original_claim_number` is given. While a correction or void of a claim is open, a second
   * one is 409 with the id of the open one; before that is sent, `corrects` with its id replaces it.
   * Frequency 1 with `corrects` replaces a claim that the payer never accepted. The response lists the
   * first 100 findings; GET /api/claims/{id} lists all.
   *
   * operationId: createClaim
   */
  create(input: CreateClaimInput, options?: RequestOptions & KeyOptions): ApiCall<schema.ClaimDetail> {
    return this.#transport.call(createClaimOperation, input, options);
  }

  /**
   * Search claims
   *
   * Returns claims that fulfill all criteria. A POST, because the criteria include names and member ids,
   * and addresses of requests are logged. Names and member ids are found through keyed hashes. A page may
   * have fewer claims than its limit, or none, and still have a next page. The result may lag behind a
   * change by a moment.
   *
   * operationId: searchClaims
   */
  search(input?: SearchClaimsInput, options?: RequestOptions): ApiCall<SearchClaimsResult> {
    return this.#transport.call(searchClaimsOperation, input ?? {}, options);
  }

  /**
   * Get a claim with its content, findings and timeline
   *
   * operationId: getClaim
   */
  get(input: GetClaimInput, options?: RequestOptions): ApiCall<schema.ClaimDetail> {
    return this.#transport.call(getClaimOperation, input, options);
  }

  /**
   * Edit the content of a claim, or correct a claim that was sent
   *
   * Applies `content` as a JSON merge patch (RFC 7396) to `content` as `GET /api/claims/{id}` shows it,
   * and checks the claim again with all edits. A list replaces the list. A claim that was not sent
   * (draft, ready, held or review) is edited in place: 200 with the same id. For a claim that was sent,
   * the reply is 201 with a new claim: frequency 1 replaces a claim that was rejected, frequency 7
   * corrects any other one, under the rules of `corrects`. With `resubmit` the claim is submitted in the
   * same call: if it has errors (422 `submission_blocked`) or needs a decision (409 `claims_not_ready`),
   * nothing changes. Otherwise `resubmission` has the submission, or the reason why the stored edit was
   * not sent. `If-Match` compares the version of the addressed claim.
   *
   * operationId: editClaim
   */
  edit(input: EditClaimInput, options?: RequestOptions & KeyOptions & MatchOptions): ApiCall<schema.ClaimEdit> {
    return this.#transport.call(editClaimOperation, input, options);
  }

  /**
   * List the versions of the content of a claim, newest first
   *
   * Returns who changed the content, when, and which members. The last version is the content as it
   * arrived.
   *
   * operationId: listClaimVersions
   */
  listVersions(input: ListClaimVersionsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List the versions of the content of a claim, newest first
   *
   * Returns who changed the content, when, and which members. The last version is the content as it
   * arrived.
   *
   * operationId: listClaimVersions
   */
  listVersions(input: ListClaimVersionsInput, options?: RequestOptions): PagedCall<schema.ClaimVersion, CursorPage<schema.ClaimVersion>>;
  listVersions(input: ListClaimVersionsInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listClaimVersionsOperation, input, options);
  }

  /**
   * Get the content that a claim had in a version
   *
   * operationId: getClaimVersion
   */
  getVersion(input: GetClaimVersionInput, options?: RequestOptions): ApiCall<schema.VersionContent> {
    return this.#transport.call(getClaimVersionOperation, input, options);
  }

  /**
   * Void a claim that the payer has
   *
   * Creates a claim of frequency 8 with the content of this claim and the payer claim control number of
   * its last remittance. While a correction or void of the claim is open, the response is 409 with its
   * id.
   *
   * operationId: voidClaim
   */
  void(input: VoidClaimInput, options?: RequestOptions & KeyOptions): ApiCall<schema.ClaimDetail> {
    return this.#transport.call(voidClaimOperation, input, options);
  }

  /**
   * Release a claim from review
   *
   * Records the decision of a person, and resolves all open conflicts. A claim that was not sent becomes
   * ready, or a draft if it has errors; while another correction of the same claim is open, the response
   * is 409 with its id. A claim that was sent moves to `lane` and is never sent again.
   *
   * operationId: releaseClaim
   */
  release(input: ReleaseClaimInput, options?: RequestOptions & KeyOptions & MatchOptions): ApiCall<schema.Claim> {
    return this.#transport.call(releaseClaimOperation, input, options);
  }

  /**
   * Create the claim for the next payer from a remittance
   *
   * Fills the coordination of benefits (loops 2320, 2330A, 2330B and 2430) from the newest adjudication
   * of the claim that is not reversed: AMT*D, CAS of claim and lines, SVD, DTP*573. Payer and subscriber
   * come from the other coverage of the claim, or from `subscriber`. The claim passes all edits, also the
   * balances V102 and V103, and waits in lane `review` for a person; release it to send it. There is one
   * claim for each adjudication: a repetition returns it with 200. A denial for a cause to correct, a
   * claim that the payer forwarded itself and a claim without patient responsibility are 409, until
   * `accept` names the caution. A reversal of the adjudication puts the claim back in review.
   *
   * operationId: createSecondaryClaim
   */
  createSecondaryClaim(input: CreateSecondaryClaimInput, options?: RequestOptions & KeyOptions): ApiCall<schema.ClaimDetail> {
    return this.#transport.call(createSecondaryClaimOperation, input, options);
  }
}
