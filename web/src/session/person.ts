export type BrandRole = 'owner' | 'manager' | 'viewer';
export type ClaimsRole = 'biller' | 'auditor' | 'admin';

/** A brand of the person, with what pages need to show its figures. */
export interface FarmBrand {
  readonly id: string;
  readonly name: string;
  readonly role: BrandRole;
  readonly currency: string;
  readonly timeZone: string;
}

/** A person and all access of that person. */
export interface Session {
  readonly person: { readonly id: string; readonly name: string };
  readonly brands: readonly FarmBrand[];
  readonly claimsRoles: readonly ClaimsRole[];
}

const storageKey = 'granary.session';

/** Returns the person of the last visit on this device, so that the app opens at once and without signal. */
export function keptSession(): Session | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return isSession(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the person for the next visit; undefined removes it. */
export function keepSession(session: Session | undefined): void {
  if (session === undefined) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, JSON.stringify(session));
}

/** Calls `whenGone` when another tab of this browser signs out. */
export function onSignOutElsewhere(whenGone: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue === null && (key === storageKey || key === null)) whenGone();
  });
}

const isSession = (value: unknown): value is Session => {
  const { person, brands, claimsRoles } = Object(value);
  return typeof Object(person).id === 'string' && Array.isArray(brands) && Array.isArray(claimsRoles);
};
