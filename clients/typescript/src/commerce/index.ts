// Generated from the contract by `npm run openapi`. Do not edit.
import type { ClientOptions } from '../runtime/options.ts';
import { Transport } from '../runtime/transport.ts';
import { ServiceOperations } from './service.ts';
import { OrdersOperations } from './orders.ts';
import { BrandsOperations } from './brands.ts';
import { PromotionsOperations } from './promotions.ts';
import { StockOperations } from './stock.ts';
import { ProductsOperations } from './products.ts';
import { StopsOperations } from './stops.ts';
import { CampaignsOperations } from './campaigns.ts';
import { MessagingOperations } from './messaging.ts';
import { WaterLogsOperations } from './water-logs.ts';
import { WaterOperations } from './water.ts';
import { ReportsOperations } from './reports.ts';
import { AnalyticsOperations } from './analytics.ts';
import { ReferralsOperations } from './referrals.ts';
import { ApiKeysOperations } from './api-keys.ts';
import { ActivityOperations } from './activity.ts';
import { ChangelogOperations } from './changelog.ts';
import { OnboardingOperations } from './onboarding.ts';
import { NotificationsOperations } from './notifications.ts';
import { WebhooksOperations } from './webhooks.ts';
import { ContactsOperations } from './contacts.ts';
import { SegmentsOperations } from './segments.ts';
import { MembersOperations } from './members.ts';
import { BillingOperations } from './billing.ts';

export type * from './service.ts';
export type * from './orders.ts';
export type * from './brands.ts';
export type * from './promotions.ts';
export type * from './stock.ts';
export type * from './products.ts';
export type * from './stops.ts';
export type * from './campaigns.ts';
export type * from './messaging.ts';
export type * from './water-logs.ts';
export type * from './water.ts';
export type * from './reports.ts';
export type * from './analytics.ts';
export type * from './referrals.ts';
export type * from './api-keys.ts';
export type * from './activity.ts';
export type * from './changelog.ts';
export type * from './onboarding.ts';
export type * from './notifications.ts';
export type * from './webhooks.ts';
export type * from './contacts.ts';
export type * from './segments.ts';
export type * from './members.ts';
export type * from './billing.ts';
export * from './errors.ts';
export type * from './schemas.ts';

/** Client of the commerce API. Its members are the tags of the API. */
export class CommerceClient {
  /** Health, this document and the caller */
  readonly service: ServiceOperations;
  /** Orders with their items, from pending to completed */
  readonly orders: OrdersOperations;
  /** Tenants and their settings */
  readonly brands: BrandsOperations;
  /** Promo codes with rules and limits of uses */
  readonly promotions: PromotionsOperations;
  /** Quantities of products and variants, and their adjustments */
  readonly stock: StockOperations;
  /** The catalog of a brand */
  readonly products: ProductsOperations;
  /** Pickup locations, their days, and pick lists for packing */
  readonly stops: StopsOperations;
  /** E-mail and SMS campaigns */
  readonly campaigns: CampaignsOperations;
  /** Settings of messages, and unsubscribe links */
  readonly messaging: MessagingOperations;
  /** Irrigation entries */
  readonly waterLogs: WaterLogsOperations;
  /** Fields, meters, seasons and the report for the water authority */
  readonly water: WaterOperations;
  /** Figures for a range of days */
  readonly reports: ReportsOperations;
  /** Figures for charts, and steps of visits to a shop */
  readonly analytics: AnalyticsOperations;
  /** Referral codes, their redemption, rewards and links */
  readonly referrals: ReferralsOperations;
  /** Credentials for programs */
  readonly apiKeys: ApiKeysOperations;
  /** Events in a brand */
  readonly activity: ActivityOperations;
  /** What has changed in the service */
  readonly changelog: ChangelogOperations;
  /** The tour of a new brand in six steps */
  readonly onboarding: OnboardingOperations;
  /** What members of a brand should know, in the app and by e-mail */
  readonly notifications: NotificationsOperations;
  /** Events that are sent to the systems of a brand */
  readonly webhooks: WebhooksOperations;
  /** People whom a brand knows: customers, consents, imports, exports and erasure */
  readonly contacts: ContactsOperations;
  /** Saved filters of contacts */
  readonly segments: SegmentsOperations;
  /** People with roles in a brand, and invitations */
  readonly members: MembersOperations;
  /** Plans, subscriptions, add-ons and invoices */
  readonly billing: BillingOperations;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.service = new ServiceOperations(transport);
    this.orders = new OrdersOperations(transport);
    this.brands = new BrandsOperations(transport);
    this.promotions = new PromotionsOperations(transport);
    this.stock = new StockOperations(transport);
    this.products = new ProductsOperations(transport);
    this.stops = new StopsOperations(transport);
    this.campaigns = new CampaignsOperations(transport);
    this.messaging = new MessagingOperations(transport);
    this.waterLogs = new WaterLogsOperations(transport);
    this.water = new WaterOperations(transport);
    this.reports = new ReportsOperations(transport);
    this.analytics = new AnalyticsOperations(transport);
    this.referrals = new ReferralsOperations(transport);
    this.apiKeys = new ApiKeysOperations(transport);
    this.activity = new ActivityOperations(transport);
    this.changelog = new ChangelogOperations(transport);
    this.onboarding = new OnboardingOperations(transport);
    this.notifications = new NotificationsOperations(transport);
    this.webhooks = new WebhooksOperations(transport);
    this.contacts = new ContactsOperations(transport);
    this.segments = new SegmentsOperations(transport);
    this.members = new MembersOperations(transport);
    this.billing = new BillingOperations(transport);
  }
}
