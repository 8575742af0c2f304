// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listCampaignsOperation: Operation = {
  id: 'listCampaigns',
  method: 'GET',
  path: '/api/v1/campaigns',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createCampaignOperation: Operation = {
  id: 'createCampaign',
  method: 'POST',
  path: '/api/v1/campaigns',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getCampaignOperation: Operation = {
  id: 'getCampaign',
  method: 'GET',
  path: '/api/v1/campaigns/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updateCampaignOperation: Operation = {
  id: 'updateCampaign',
  method: 'PATCH',
  path: '/api/v1/campaigns/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/merge-patch+json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const sendCampaignOperation: Operation = {
  id: 'sendCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/send',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const scheduleCampaignOperation: Operation = {
  id: 'scheduleCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/schedule',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const pauseCampaignOperation: Operation = {
  id: 'pauseCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/pause',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const cancelCampaignOperation: Operation = {
  id: 'cancelCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/cancel',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const resendUnknownOperation: Operation = {
  id: 'resendUnknown',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/resend-unknown',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const testCampaignOperation: Operation = {
  id: 'testCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/test',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const previewCampaignOperation: Operation = {
  id: 'previewCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/preview',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getCampaignStatisticsOperation: Operation = {
  id: 'getCampaignStatistics',
  method: 'GET',
  path: '/api/v1/campaigns/{id}/statistics',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const listRecipientsOperation: Operation = {
  id: 'listRecipients',
  method: 'GET',
  path: '/api/v1/campaigns/{id}/recipients',
  inPath: ['id'],
  inQuery: ['state', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

/** Input of `listCampaigns`. */
export type ListCampaignsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createCampaign`. */
export type CreateCampaignInput = {
  readonly brand_id: string;
  readonly name: string;
  readonly subject: string;
  readonly content: string;
  readonly text?: string | undefined;
  readonly type?: 'email' | 'sms' | undefined;
  readonly segment_id?: string | undefined;
  readonly contact_ids?: readonly string[] | undefined;
  readonly scheduled_at?: string | undefined;
};

/** Input of `getCampaign`. */
export type GetCampaignInput = {
  /** Id of the campaign */
  readonly id: string;
};

/** Input of `updateCampaign`. */
export type UpdateCampaignInput = {
  /** Id of the campaign */
  readonly id: string;
  readonly name?: string | undefined;
  readonly subject?: string | undefined;
  readonly content?: string | undefined;
  readonly text?: string | null | undefined;
  readonly type?: 'email' | 'sms' | undefined;
  readonly segment_id?: string | null | undefined;
  readonly contact_ids?: (readonly string[]) | null | undefined;
  readonly scheduled_at?: string | null | undefined;
};

/** Input of `sendCampaign`. */
export type SendCampaignInput = {
  /** Id of the campaign */
  readonly id: string;
};

/** Input of `scheduleCampaign`. */
export type ScheduleCampaignInput = {
  /** Id of the campaign */
  readonly id: string;
  readonly scheduled_at: string;
};

/** Input of `pauseCampaign`. */
export type PauseCampaignInput = {
  /** Id of the campaign */
  readonly id: string;
};

/** Input of `cancelCampaign`. */
export type CancelCampaignInput = {
  /** Id of the campaign */
  readonly id: string;
};

/** Input of `resendUnknown`. */
export type ResendUnknownInput = {
  /** Id of the campaign */
  readonly id: string;
};

/** Input of `testCampaign`. */
export type TestCampaignInput = {
  /** Id of the campaign */
  readonly id: string;
  readonly addresses: readonly string[];
  readonly contact_id?: string | undefined;
};

/** Result of `testCampaign`. */
export type TestCampaignResult = {
  readonly messages: readonly {
    readonly id: string;
    readonly address: string;
  }[];
};

/** Input of `previewCampaign`. */
export type PreviewCampaignInput = {
  /** Id of the campaign */
  readonly id: string;
  readonly contact_id?: string | undefined;
};

/** Input of `getCampaignStatistics`. */
export type GetCampaignStatisticsInput = {
  /** Id of the campaign */
  readonly id: string;
};

/** Input of `listRecipients`. */
export type ListRecipientsInput = {
  /** Id of the campaign */
  readonly id: string;
  /** Recipients in this state */
  readonly state?: 'sent' | 'delivered' | 'bounced' | 'complained' | 'failed' | 'skipped' | 'unknown' | 'cancelled' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

export class CampaignsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the campaigns of a brand, newest first
   *
   * operationId: listCampaigns
   */
  list(input: ListCampaignsInput, options?: RequestOptions): PagedCall<schema.Campaign, CursorPage<schema.Campaign>> {
    return this.#transport.list(listCampaignsOperation, input, options);
  }

  /**
   * Create an e-mail or SMS campaign
   *
   * With a scheduled_at in the future the campaign is scheduled and starts at that time. Otherwise it is
   * a draft until POST /api/v1/campaigns/{id}/send. subject, content and text may have fields:
   * {{first_name|friend}} with a default, {{first_name}} without. A contact without a value for a field
   * without a default is skipped and listed with the reason missing_field. Fields: first_name, last_name,
   * name, email, phone, city, brand_name, postal_address, unsubscribe_url. Write \{{ for braces.
   *
   * operationId: createCampaign
   */
  create(input: CreateCampaignInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Campaign> {
    return this.#transport.call(createCampaignOperation, input, options);
  }

  /**
   * Get a campaign
   *
   * operationId: getCampaign
   */
  get(input: GetCampaignInput, options: RequestOptions & ChangeOptions): ApiCall<schema.Campaign | undefined>;
  /**
   * Get a campaign
   *
   * operationId: getCampaign
   */
  get(input: GetCampaignInput, options?: RequestOptions): ApiCall<schema.Campaign>;
  get(input: GetCampaignInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getCampaignOperation, input, options);
  }

  /**
   * Change a campaign before it is sent, by a JSON merge patch
   *
   * Allowed while the campaign is a draft, scheduled or failed. A scheduled_at in the future schedules
   * the campaign, and null makes it a draft again. subject, content and text may have fields:
   * {{first_name|friend}} with a default, {{first_name}} without. A contact without a value for a field
   * without a default is skipped and listed with the reason missing_field. Fields: first_name, last_name,
   * name, email, phone, city, brand_name, postal_address, unsubscribe_url. Write \{{ for braces.
   *
   * operationId: updateCampaign
   */
  update(input: UpdateCampaignInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Campaign> {
    return this.#transport.call(updateCampaignOperation, input, options);
  }

  /**
   * Send a campaign now, or continue a paused one
   *
   * The audience is the segment and the contacts of the campaign, each contact once. Contacts without
   * consent or with a suppressed address are left out and counted in the statistics. Consent is read
   * again just before each message. A campaign with more recipients than the messages that the plan has
   * left this month sends nothing and is paused with the reason sends_used_up.
   *
   * operationId: sendCampaign
   */
  send(input: SendCampaignInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Campaign> {
    return this.#transport.call(sendCampaignOperation, input, options);
  }

  /**
   * Schedule a campaign
   *
   * The campaign starts at this time, to the minute. A scheduled campaign gets the new time.
   *
   * operationId: scheduleCampaign
   */
  schedule(input: ScheduleCampaignInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Campaign> {
    return this.#transport.call(scheduleCampaignOperation, input, options);
  }

  /**
   * Pause a campaign that is being sent
   *
   * Messages of a batch in progress, at most 90, are still sent. Send continues the campaign.
   *
   * operationId: pauseCampaign
   */
  pause(input: PauseCampaignInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Campaign> {
    return this.#transport.call(pauseCampaignOperation, input, options);
  }

  /**
   * Cancel a campaign, also while it is being sent
   *
   * Contacts without a message so far get none and are listed as cancelled.
   *
   * operationId: cancelCampaign
   */
  cancel(input: CancelCampaignInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Campaign> {
    return this.#transport.call(cancelCampaignOperation, input, options);
  }

  /**
   * Send again to the contacts whose message may have been lost
   *
   * A message is unknown if its sender died or got no answer between the call of the provider and its
   * answer. An event of the provider settles it. Unknown messages are not sent again by themselves,
   * because the contact may have the message.
   *
   * operationId: resendUnknown
   */
  resendUnknown(input: ResendUnknownInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Campaign> {
    return this.#transport.call(resendUnknownOperation, input, options);
  }

  /**
   * Send a test of a campaign to members of the brand
   *
   * The addresses must be among the test_addresses of the messaging settings. The test is rendered for
   * contact_id, or for a sample contact.
   *
   * operationId: testCampaign
   */
  test(input: TestCampaignInput, options?: RequestOptions & KeyOptions): ApiCall<TestCampaignResult> {
    return this.#transport.call(testCampaignOperation, input, options);
  }

  /**
   * Render a campaign for a contact, as it would be sent
   *
   * operationId: previewCampaign
   */
  preview(input: PreviewCampaignInput, options?: RequestOptions & KeyOptions): ApiCall<schema.CampaignPreview> {
    return this.#transport.call(previewCampaignOperation, input, options);
  }

  /**
   * Get the statistics of a campaign
   *
   * Figures grow with each batch of up to 90 messages and are exact at the end.
   *
   * operationId: getCampaignStatistics
   */
  getStatistics(input: GetCampaignStatisticsInput, options?: RequestOptions): ApiCall<schema.CampaignStatistics> {
    return this.#transport.call(getCampaignStatisticsOperation, input, options);
  }

  /**
   * List the recipients of a campaign with their state
   *
   * Recipients in one state come from an index that may lag by a moment.
   *
   * operationId: listRecipients
   */
  listRecipients(input: ListRecipientsInput, options?: RequestOptions): PagedCall<schema.CampaignRecipient, CursorPage<schema.CampaignRecipient>> {
    return this.#transport.list(listRecipientsOperation, input, options);
  }
}
