import { issuerPath } from './tokens.ts';

/** A response of the issuer. */
export interface IssuerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const cookieName = 'granary-person';
const thirtyDays = 30 * 86_400;

/** Returns the person whom the browser remembers. Nothing is proven by it: anybody may choose any person here. */
export function rememberedPerson(cookies: string | undefined): string | undefined {
  const pairs = (cookies ?? '').split(/;\s*/).map((pair) => pair.split('='));
  return pairs.find(([name]) => name === cookieName)?.[1];
}

/** Lets the browser remember a person until sign-out, so that `prompt=none` works in another tab. */
export const remembering = (personId: string, response: IssuerResponse): IssuerResponse =>
  withCookie(response, personId, thirtyDays);

/** Lets the browser forget its person. */
export const forgetting = (response: IssuerResponse): IssuerResponse => withCookie(response, '', 0);

const withCookie = (response: IssuerResponse, value: string, maxAge: number): IssuerResponse => ({
  ...response,
  headers: {
    ...response.headers,
    'Set-Cookie': `${cookieName}=${value}; Path=${issuerPath}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`,
  },
});
