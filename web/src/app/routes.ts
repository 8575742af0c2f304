import type { ComponentType } from 'preact';
import type { PageName } from './page-names.ts';

type LoadPage = () => Promise<{ readonly default: ComponentType }>;

/** A page of the app. Its module is a chunk that loads with the first visit. */
export interface Route {
  /** Pattern of the path: `/orders/:id`. */
  readonly path: string;
  readonly workplace: 'farm' | 'claims' | 'any';
  /** Name of the page in `texts.app.pages`, for title, navigation and command palette. */
  readonly page: PageName;
  /** Roles of the workplace that may see the page; absent for all. */
  readonly roles?: readonly string[];
  /** Path of the page above, for the breadcrumb. */
  readonly parent?: string;
  readonly load: LoadPage;
}

const staff = ['owner', 'manager'];
const owners = ['owner'];
const auditors = ['auditor', 'admin'];

const routeOf =
  (workplace: Route['workplace']) =>
  (path: string, page: PageName, load: LoadPage, more: Pick<Route, 'roles' | 'parent'> = {}): Route => ({
    path,
    workplace,
    page,
    load,
    ...more,
  });
const farm = routeOf('farm');
const claims = routeOf('claims');
const any = routeOf('any');

/** All pages. A path with a fixed last segment stands before the one with a parameter in its place. */
export const routes: readonly Route[] = [
  farm('/', 'home', () => import('#web/farm/home/home-page.tsx')),
  farm('/orders', 'orders', () => import('#web/farm/orders/orders-page.tsx')),
  farm('/orders/new', 'newOrder', () => import('#web/farm/orders/new-order-page.tsx'), {
    roles: staff,
    parent: '/orders',
  }),
  farm('/orders/:id', 'order', () => import('#web/farm/orders/order-page.tsx'), { parent: '/orders' }),
  farm('/stand', 'stand', () => import('#web/farm/stand/stand-page.tsx'), { roles: staff }),
  farm('/pick-list', 'pickList', () => import('#web/farm/stops/pick-list-page.tsx'), {
    parent: '/orders',
  }),
  farm('/stops', 'stops', () => import('#web/farm/stops/stops-page.tsx')),
  farm('/products', 'products', () => import('#web/farm/products/products-page.tsx')),
  farm('/products/:id', 'product', () => import('#web/farm/products/product-page.tsx'), {
    parent: '/products',
  }),
  farm('/customers', 'customers', () => import('#web/farm/customers/customers-page.tsx')),
  farm('/customers/:id', 'customer', () => import('#web/farm/customers/customer-page.tsx'), {
    parent: '/customers',
  }),
  farm('/segments', 'segments', () => import('#web/farm/segments/segments-page.tsx'), {
    parent: '/customers',
  }),
  farm('/campaigns', 'campaigns', () => import('#web/farm/campaigns/campaigns-page.tsx')),
  farm('/campaigns/new', 'newCampaign', () => import('#web/farm/campaigns/new-campaign-page.tsx'), {
    roles: staff,
    parent: '/campaigns',
  }),
  farm('/campaigns/settings', 'messaging', () => import('#web/farm/messaging/messaging-page.tsx'), {
    roles: staff,
    parent: '/campaigns',
  }),
  farm('/campaigns/:id', 'campaign', () => import('#web/farm/campaigns/campaign-page.tsx'), {
    parent: '/campaigns',
  }),
  farm('/referrals', 'referrals', () => import('#web/farm/referrals/referrals-page.tsx')),
  farm('/water', 'water', () => import('#web/farm/water/water-page.tsx')),
  farm('/water/fields', 'fields', () => import('#web/farm/water/fields-page.tsx'), { parent: '/water' }),
  farm('/reports', 'reports', () => import('#web/farm/reports/reports-page.tsx')),
  farm('/billing', 'billing', () => import('#web/farm/billing/billing-page.tsx'), { roles: staff }),
  farm('/members', 'members', () => import('#web/farm/members/members-page.tsx'), { roles: staff }),
  farm('/keys', 'keys', () => import('#web/farm/keys/keys-page.tsx'), { roles: owners }),
  farm('/webhooks', 'webhooks', () => import('#web/farm/webhooks/webhooks-page.tsx'), { roles: staff }),
  farm('/webhooks/:id', 'webhook', () => import('#web/farm/webhooks/webhook-page.tsx'), {
    roles: staff,
    parent: '/webhooks',
  }),
  farm('/settings', 'settings', () => import('#web/farm/settings/settings-page.tsx')),
  farm('/tour', 'tour', () => import('#web/farm/tour/tour-page.tsx')),
  farm('/news', 'news', () => import('#web/farm/news/news-page.tsx')),
  farm('/outbox', 'outbox', () => import('#web/farm/outbox/outbox-page.tsx')),

  claims('/claims', 'board', () => import('#web/claims/board/board-page.tsx')),
  claims('/claims/files', 'files', () => import('#web/claims/files/files-page.tsx')),
  claims('/claims/files/:id', 'file', () => import('#web/claims/files/file-page.tsx'), {
    parent: '/claims/files',
  }),
  claims('/claims/claim/:id', 'claim', () => import('#web/claims/claim/claim-page.tsx'), {
    parent: '/claims',
  }),
  claims('/claims/search', 'search', () => import('#web/claims/search/search-page.tsx')),
  claims('/claims/worklist', 'worklist', () => import('#web/claims/worklist/worklist-page.tsx')),
  claims('/claims/denials', 'denials', () => import('#web/claims/denials/denials-page.tsx')),
  claims('/claims/submit', 'submit', () => import('#web/claims/submit/submit-page.tsx')),
  claims('/claims/submissions', 'submissions', () => import('#web/claims/submissions/submissions-page.tsx'), {
    parent: '/claims/submit',
  }),
  claims('/claims/remittances', 'remittances', () => import('#web/claims/remittances/remittances-page.tsx')),
  claims(
    '/claims/remittances/:id',
    'remittance',
    () => import('#web/claims/remittances/remittance-page.tsx'),
    { parent: '/claims/remittances' },
  ),
  claims(
    '/claims/acknowledgments',
    'acknowledgments',
    () => import('#web/claims/acknowledgments/acknowledgments-page.tsx'),
  ),
  claims('/claims/unmatched', 'unmatched', () => import('#web/claims/unmatched/unmatched-page.tsx')),
  claims(
    '/claims/unmatched/:id',
    'unmatchedItem',
    () => import('#web/claims/unmatched/unmatched-item-page.tsx'),
    { parent: '/claims/unmatched' },
  ),
  claims('/claims/money', 'money', () => import('#web/claims/money/money-page.tsx')),
  claims('/claims/figures', 'figures', () => import('#web/claims/figures/figures-page.tsx')),
  claims('/claims/audit', 'audit', () => import('#web/claims/audit/audit-page.tsx'), { roles: auditors }),
  claims(
    '/claims/configuration',
    'configuration',
    () => import('#web/claims/configuration/configuration-page.tsx'),
  ),
  claims('/claims/alerts', 'alerts', () => import('#web/claims/alerts/alerts-page.tsx'), { roles: auditors }),
  claims('/claims/retention', 'retention', () => import('#web/claims/retention/retention-page.tsx'), {
    roles: auditors,
  }),

  any('/welcome', 'welcome', () => import('#web/session/welcome-page.tsx')),
  any('/invitations/accept', 'invitation', () => import('#web/session/invitation-page.tsx')),
];
