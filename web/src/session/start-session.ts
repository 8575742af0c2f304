import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { api } from '#web/api/api.ts';
import { location, navigate } from '#web/app/router.ts';
import { forgetEntries } from '#web/data/entries.ts';
import { SignInNotConfigured } from './config.ts';
import { completeSignIn, leaveProvider, returnPath, SignInFailed, startSignIn } from './oidc.ts';
import { type FarmBrand, keepSession, keptSession, onSignOutElsewhere, type Session } from './person.ts';
import { session, setSession } from './session.ts';
import { SignedOut } from './token.ts';
import { claimsOf, currentTokens, setTokens } from './tokens.ts';

/** How far the start of the session is. */
export type SessionState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signed-out'; readonly reason?: string }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'failed'; readonly error: unknown };

const current = signal<SessionState>({ kind: 'starting' });
const attemptKey = 'granary.silent-sign-in';
/** Browsers have six connections for HTTP/1.1, which the first page needs. In milliseconds. */
const afterFirstReads = 1_000;
const signOutHooks: (() => void | Promise<void>)[] = [];

/** How far the start of the session is. */
export const sessionState: ReadonlySignal<SessionState> = computed(() => current.value);

/** Adds work to each sign-out, such as deleting data that the device keeps. */
export function onSignOut(hook: () => void | Promise<void>): void {
  signOutHooks.push(hook);
}

/** Signs in from the address, from the tokens of this tab, silently, or from what the device keeps without signal. */
export async function startSession(): Promise<void> {
  onSignOutElsewhere(() => void forgetPerson());
  try {
    if (location.peek().path === returnPath) navigate(await finishSignIn(), { replace: true });
    if (currentTokens() !== undefined) return await openSession();
    const kept = keptSession();
    if (kept === undefined) current.value = { kind: 'signed-out' };
    else if (navigator.onLine) await signIn({ silently: true });
    else enter(kept);
  } catch (error) {
    await failStart(error);
  }
}

/** Leaves for the sign-in of the provider and comes back to the present place. */
export async function signIn(options: { readonly silently?: boolean } = {}): Promise<void> {
  const { path, query } = location.peek();
  const place = path.startsWith('/sign-in') ? '/' : `${path}${query.size > 0 ? `?${query}` : ''}`;
  try {
    await startSignIn(place, options);
  } catch (error) {
    await failStart(error);
  }
}

/**
 * Signs in again without the person, because the token is no longer accepted. Returns false if that was done a minute ago:
 * then the service refuses fresh tokens, too.
 */
export async function signInAgain(): Promise<boolean> {
  const last = Number(sessionStorage.getItem(attemptKey) ?? '0');
  if (Math.abs(Date.now() - last) < 60_000) return false;
  sessionStorage.setItem(attemptKey, String(Date.now()));
  await signIn({ silently: true });
  return true;
}

/** Deletes all data of the person on this device and ends the session at the provider. */
export async function signOut(): Promise<void> {
  const idToken = currentTokens()?.idToken;
  await forgetPerson();
  try {
    await leaveProvider(idToken);
  } catch {
    // Without signal the session at the provider stays; the device has forgotten the person.
    navigate('/sign-in', { replace: true });
  }
}

/** Reads the person and all access again, after the person joined or created a brand. */
export async function reloadSession(): Promise<void> {
  const renewed = await readSession();
  // The person may have signed out meanwhile.
  if (currentTokens() === undefined) return;
  keepSession(renewed);
  enter(renewed);
}

async function finishSignIn(): Promise<string> {
  const { query } = location.peek();
  try {
    return await completeSignIn(query);
  } catch (error) {
    // The next attempt starts from the address, so the person returns to the page of this one.
    const returnTo = error instanceof SignInFailed ? error.returnTo : undefined;
    navigate(returnTo ?? '/sign-in', { replace: true });
    throw error;
  }
}

/** Opens at once with what is kept of the same person, and reads the access again meanwhile. */
async function openSession(): Promise<void> {
  const kept = keptSession();
  const isSamePerson = kept !== undefined && kept.person.id === subjectOfToken();
  if (isSamePerson) {
    enter(kept);
    // Without signal the kept access stays. A refused token ends the session, see `sessionEnded`.
    setTimeout(() => void reloadSession().catch(() => undefined), afterFirstReads);
    return;
  }
  if (kept !== undefined) await runSignOutHooks();
  await reloadSession();
}

function enter(next: Session): void {
  setSession(next);
  current.value = { kind: 'signed-in' };
}

async function failStart(error: unknown): Promise<void> {
  const kept = keptSession();
  if (error instanceof SignInFailed) current.value = { kind: 'signed-out', reason: error.reason };
  else if (error instanceof SignedOut || isApiError(error, 'unauthorized')) {
    setTokens(undefined);
    current.value = { kind: 'signed-out', reason: 'expired' };
  } else if (kept !== undefined && !(error instanceof SignInNotConfigured)) enter(kept);
  else current.value = { kind: 'failed', error };
}

async function forgetPerson(): Promise<void> {
  setTokens(undefined);
  sessionStorage.removeItem(attemptKey);
  keepSession(undefined);
  setSession(undefined);
  forgetEntries();
  current.value = { kind: 'signed-out' };
  await runSignOutHooks();
}

async function runSignOutHooks(): Promise<void> {
  await Promise.allSettled(signOutHooks.map(async (hook) => hook()));
}

const subjectOfToken = (): unknown => claimsOf(currentTokens()?.token ?? '')['sub'];

/** Reads the access in both services. Each refuses people without access to it. */
async function readSession(): Promise<Session> {
  const [caller, claimsCaller] = await Promise.all([
    unlessForbidden(api('GET /api/v1/me')),
    unlessForbidden(api('GET /api/me')),
  ]);
  const roles = Object.entries(caller?.brands ?? {});
  const brands = await Promise.all(roles.map(([id, role]) => readBrand(id, role)));
  const id = caller?.subject ?? claimsCaller?.subject ?? String(subjectOfToken() ?? '');
  const name = nameOf(id);
  if (claimsCaller?.roles.some((role) => role !== 'auditor') && name !== id) stateName(name);
  return {
    person: { id, name },
    brands: brands.filter((brand) => brand !== undefined).sort((a, b) => a.name.localeCompare(b.name)),
    claimsRoles: claimsCaller?.roles ?? [],
  };
}

/** Tells colleagues who work with claims the name of the person, without whom the session starts all the same. */
function stateName(name: string): void {
  api('PUT /api/me', { name }).catch(() => undefined);
}

async function readBrand(brand_id: string, role: FarmBrand['role']): Promise<FarmBrand | undefined> {
  try {
    const { id, name, currency, time_zone } = await api('GET /api/v1/brands/{brand_id}', { brand_id });
    return { id, name, role, currency, timeZone: time_zone };
  } catch (error) {
    if (isApiError(error, 'not_found', 'brand_not_held')) return undefined;
    throw error;
  }
}

async function unlessForbidden<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error) && error.status === 403) return undefined;
    throw error;
  }
}

function nameOf(id: string): string {
  const { name, preferred_username, email } = claimsOf(currentTokens()?.idToken ?? '');
  const known = [name, preferred_username, email].find((text) => typeof text === 'string' && text !== '');
  return typeof known === 'string' ? known : (session.peek()?.person.name ?? id);
}
