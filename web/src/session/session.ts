import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { location, navigate } from '#web/app/router.ts';
import { setOwner } from '#web/offline/owner.ts';
import { setTimeZone } from '#web/text/format.ts';
import type { ClaimsRole, FarmBrand, Session } from './person.ts';

export type { ClaimsRole, FarmBrand, Session } from './person.ts';

/** Where the person works now: with one brand, or with claims. */
export type Workplace = { readonly kind: 'farm'; readonly brand: FarmBrand } | { readonly kind: 'claims' };

const current = signal<Session | undefined>(undefined);
const chosenBrandId = signal<string | undefined>(undefined);
const lastKind = signal<Workplace['kind']>('farm');

/** The signed-in person; undefined while signed out. */
export const session: ReadonlySignal<Session | undefined> = computed(() => current.value);

/**
 * The workplace of the present place: paths below /claims belong to claims, all others to the chosen brand. A person with
 * one workplace is always in that one.
 */
export const workplace: ReadonlySignal<Workplace> = computed(() => {
  const { brands = [], claimsRoles = [] } = current.value ?? {};
  const brand = brands.find(({ id }) => id === chosenBrandId.value) ?? brands[0];
  if (brand === undefined) return { kind: 'claims' };
  const isClaims = (kindOf(location.value.path) ?? lastKind.value) === 'claims';
  return isClaims && claimsRoles.length > 0 ? { kind: 'claims' } : { kind: 'farm', brand };
});

/** The brand of a farm page. */
export function useBrand(): FarmBrand {
  const place = workplace.value;
  if (place.kind !== 'farm') throw new Error('useBrand is for pages of the farm workplace');
  return place.brand;
}

/** Whether the person may change data of the workplace. */
export function mayEdit(): boolean {
  const place = workplace.value;
  if (place.kind === 'farm') return place.brand.role !== 'viewer';
  return hasClaimsRole('biller') || hasClaimsRole('admin');
}

/** Whether the person owns the brand of the workplace. */
export function isOwner(): boolean {
  const place = workplace.value;
  return place.kind === 'farm' && place.brand.role === 'owner';
}

/** Whether the person administers the claims service. */
export const isAdmin = (): boolean => hasClaimsRole('admin');

/** Whether the person, as the first owner of a deployment, has claims but no brand yet. */
export const mayStartFarm = (): boolean => isAdmin() && current.value?.brands.length === 0;

/** Whether the person has the role in the claims service. */
export const hasClaimsRole = (role: ClaimsRole): boolean =>
  current.value?.claimsRoles.includes(role) === true;

/** Opens a brand, now and at the next visit of this person on this device. */
export function chooseBrand(brandId: string): void {
  chosenBrandId.value = brandId;
  lastKind.value = 'farm';
  rememberChoice();
}

/** Sets the person. Only the start of the session and sign-out call it. */
export function setSession(next: Session | undefined): void {
  if (next !== undefined && next.person.id !== current.peek()?.person.id) {
    const choice = readChoice(next.person.id);
    chosenBrandId.value = choice.brandId;
    lastKind.value = choice.kind;
    openLastWorkplace(next, choice.kind);
  }
  current.value = next;
}

/** Keeps the offline store, the time zone and the last workplace in line with the session. Call it once. */
export function followSession(): void {
  effect(() => {
    const place = workplace.value;
    const person = current.value?.person;
    const brand = place.kind === 'farm' ? place.brand : undefined;
    setOwner(person === undefined ? undefined : { personId: person.id, brandId: brand?.id });
    setTimeZone(brand?.timeZone);
  });
  effect(() => {
    const kind = kindOf(location.value.path);
    if (current.value === undefined || kind === undefined || kind === lastKind.peek()) return;
    lastKind.value = kind;
    rememberChoice();
  });
}

/** Paths of both workplaces keep the last one. */
function kindOf(path: string): Workplace['kind'] | undefined {
  if (/^\/claims(\/|$)/.test(path)) return 'claims';
  return /^\/(sign-in|invitations|welcome)(\/|$)/.test(path) ? undefined : 'farm';
}

/** The address without a path opens the workplace that the person used last, or the only one. */
function openLastWorkplace({ brands, claimsRoles }: Session, last: Workplace['kind']): void {
  const isClaims = claimsRoles.length > 0 && (last === 'claims' || brands.length === 0);
  if (isClaims && location.peek().path === '/') navigate('/claims', { replace: true });
}

const choiceKey = (personId: string): string => `granary.workplace.${personId}`;

function rememberChoice(): void {
  const personId = current.peek()?.person.id;
  if (personId === undefined) return;
  const choice = { kind: lastKind.peek(), brandId: chosenBrandId.peek() };
  localStorage.setItem(choiceKey(personId), JSON.stringify(choice));
}

function readChoice(personId: string): { kind: Workplace['kind']; brandId: string | undefined } {
  const { kind, brandId } = Object(JSON.parse(localStorage.getItem(choiceKey(personId)) ?? '{}'));
  return {
    kind: kind === 'claims' ? 'claims' : 'farm',
    brandId: typeof brandId === 'string' ? brandId : undefined,
  };
}
