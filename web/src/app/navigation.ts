import type { IconName } from '#web/components/icons.tsx';
import { session, type Workplace, workplace } from '#web/session/session.ts';
import type { PageName } from './page-names.ts';
import { type Route, routes } from './routes.ts';

/** A page in the rail. `key` opens it after the key g. */
export interface Destination {
  readonly page: PageName;
  readonly path: string;
  readonly icon: IconName;
  readonly key?: string;
}

/** Pages that belong together. The first group of a workplace has no title. */
export interface DestinationGroup {
  readonly title?: 'selling' | 'account' | 'payments' | 'control';
  readonly pages: readonly Destination[];
}

const groups: Readonly<Record<Workplace['kind'], readonly DestinationGroup[]>> = {
  farm: [
    {
      pages: [
        { page: 'home', path: '/', icon: 'home', key: 'h' },
        { page: 'orders', path: '/orders', icon: 'order', key: 'o' },
        { page: 'water', path: '/water', icon: 'water', key: 'w' },
        { page: 'products', path: '/products', icon: 'product', key: 'p' },
        { page: 'customers', path: '/customers', icon: 'people', key: 'c' },
      ],
    },
    {
      title: 'selling',
      pages: [
        { page: 'stand', path: '/stand', icon: 'money', key: 'd' },
        { page: 'stops', path: '/stops', icon: 'stop', key: 's' },
        { page: 'campaigns', path: '/campaigns', icon: 'campaign', key: 'm' },
        { page: 'referrals', path: '/referrals', icon: 'referral', key: 'f' },
        { page: 'reports', path: '/reports', icon: 'report', key: 'r' },
      ],
    },
    {
      title: 'account',
      pages: [
        { page: 'billing', path: '/billing', icon: 'card', key: 'b' },
        { page: 'members', path: '/members', icon: 'person' },
        { page: 'keys', path: '/keys', icon: 'key' },
        { page: 'webhooks', path: '/webhooks', icon: 'webhook' },
        { page: 'settings', path: '/settings', icon: 'settings' },
        { page: 'tour', path: '/tour', icon: 'tour', key: 't' },
      ],
    },
  ],
  claims: [
    {
      pages: [
        { page: 'board', path: '/claims', icon: 'board', key: 'b' },
        { page: 'worklist', path: '/claims/worklist', icon: 'check-circle', key: 'w' },
        { page: 'denials', path: '/claims/denials', icon: 'danger', key: 'd' },
        { page: 'search', path: '/claims/search', icon: 'search', key: 's' },
        { page: 'files', path: '/claims/files', icon: 'file', key: 'f' },
        { page: 'submit', path: '/claims/submit', icon: 'send', key: 'u' },
      ],
    },
    {
      title: 'payments',
      pages: [
        { page: 'remittances', path: '/claims/remittances', icon: 'remittance', key: 'r' },
        { page: 'unmatched', path: '/claims/unmatched', icon: 'question', key: 'n' },
        { page: 'acknowledgments', path: '/claims/acknowledgments', icon: 'inbox', key: 'k' },
        { page: 'money', path: '/claims/money', icon: 'money', key: 'm' },
        { page: 'figures', path: '/claims/figures', icon: 'report', key: 'i' },
      ],
    },
    {
      title: 'control',
      pages: [
        { page: 'audit', path: '/claims/audit', icon: 'shield', key: 'a' },
        { page: 'configuration', path: '/claims/configuration', icon: 'settings', key: 'c' },
        { page: 'alerts', path: '/claims/alerts', icon: 'warning', key: 'l' },
        { page: 'retention', path: '/claims/retention', icon: 'lock' },
      ],
    },
  ],
};

const bottomPaths: Readonly<Record<Workplace['kind'], readonly string[]>> = {
  farm: ['/', '/orders', '/water', '/customers'],
  claims: ['/claims', '/claims/worklist', '/claims/search', '/claims/files'],
};

/** The groups of the rail that the person may open. */
export function destinationGroups(): readonly DestinationGroup[] {
  return groups[workplace.value.kind]
    .map((group) => ({ ...group, pages: group.pages.filter(({ path }) => mayOpenPath(path)) }))
    .filter(({ pages }) => pages.length > 0);
}

/** All pages of the rail that the person may open. */
export const destinations = (): readonly Destination[] => destinationGroups().flatMap(({ pages }) => pages);

/** The four pages of the bottom bar; the rest is behind More. */
export function bottomDestinations(): readonly Destination[] {
  const paths = bottomPaths[workplace.value.kind];
  return destinations().filter(({ path }) => paths.includes(path));
}

/** The destination that a place belongs to: its own, or that of the page above. */
export function destinationOf(path: string): string | undefined {
  const known = destinations().map((destination) => destination.path);
  const candidates = known.filter(
    (own) => path === own || (own !== '/' && own !== '/claims' && path.startsWith(`${own}/`)),
  );
  return candidates.sort((a, b) => b.length - a.length)[0] ?? parentDestinations[path.split('/')[1] ?? ''];
}

/** Why a person cannot open a page; undefined if the page opens. */
export function refusalOf(route: Route): 'workplace' | 'role' | undefined {
  const person = session.value;
  const place = workplace.value;
  if (route.workplace === 'any') return undefined;
  if (route.workplace === 'claims') {
    const roles = person?.claimsRoles ?? [];
    if (roles.length === 0) return 'workplace';
    return route.roles === undefined || roles.some((role) => route.roles?.includes(role))
      ? undefined
      : 'role';
  }
  if (place.kind !== 'farm') return 'workplace';
  return route.roles === undefined || route.roles.includes(place.brand.role) ? undefined : 'role';
}

function mayOpenPath(path: string): boolean {
  const route = routes.find((known) => known.path === path);
  return route !== undefined && refusalOf(route) === undefined;
}

/** Pages below a destination whose path does not begin with it. */
const parentDestinations: Readonly<Record<string, string>> = {
  'pick-list': '/orders',
  segments: '/customers',
};
