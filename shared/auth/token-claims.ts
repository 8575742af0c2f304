import * as z from 'zod';
import type { BrandRole, ClaimsRole } from '#contract/endpoint.ts';
import { type NamedRole, namedRoles, type RoleNames } from '#contract/role-names.ts';

export interface TokenClaimNames {
  /** Claim with the roles in the claims service. */
  readonly claimsRoles: string;
  /** Claim with the brands of a person and the role in each. */
  readonly brands: string;
  /** Claim with the NPIs of the billing providers to which a person is limited in the claims service. */
  readonly billingNpis: string;
  /** Claim that marks a platform operator. */
  readonly operator: string;
  readonly roleNames: RoleNames;
}

export interface TokenHolder {
  /** `sub`. */
  readonly subject: string;
  /** Brand id in lower case → role. Memberships in the table are added to them. */
  readonly brands: Readonly<Record<string, BrandRole>>;
  readonly claimsRoles: readonly ClaimsRole[];
  readonly operator: boolean;
  /** Absent for a person without a limit. */
  readonly billingNpis?: readonly string[];
}

const subjectSchema = z.string().min(1).max(255);
const brandIdSchema = z.guid();
const brandRoleSchema = z.enum(['owner', 'manager', 'viewer']);
const objectSchema = z.record(z.string(), z.unknown());

/**
 * Reads a verified token. Unknown values are ignored, because providers put the roles of other applications into the same
 * claim. Undefined without a valid `sub`.
 */
export function readTokenHolder(
  payload: Readonly<Record<string, unknown>>,
  names: TokenClaimNames,
): TokenHolder | undefined {
  const subject = subjectSchema.safeParse(payload['sub']);
  if (!subject.success) return undefined;
  const roles = namedRolesIn(claimAt(payload, names.claimsRoles), names.roleNames);
  const operator = claimAt(payload, names.operator);
  const limit = claimAt(payload, names.billingNpis);
  return {
    subject: subject.data,
    brands: brandsIn(claimAt(payload, names.brands)),
    claimsRoles: roles.filter((role) => role !== 'operator'),
    operator:
      operator === true ||
      operator === 'true' ||
      namedRolesIn(operator, names.roleNames).includes('operator'),
    // A claim without an NPI permits no provider, because a mistake must not permit all of them.
    ...(limit !== undefined && { billingNpis: npisIn(limit) }),
  };
}

/**
 * The claim with this name. A name with dots is first looked up unchanged (`https://farm.example/roles`) and then as a path
 * into objects (`realm_access.roles`).
 */
function claimAt(payload: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const head = name.slice(0, dot);
    const inner = objectSchema.safeParse(Object.hasOwn(payload, head) ? payload[head] : undefined);
    const found = inner.success ? claimAt(inner.data, name.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function namedRolesIn(claim: unknown, roleNames: RoleNames): NamedRole[] {
  const found = textsIn(claim).map((name) =>
    roleNames.size > 0 ? roleNames.get(name) : namedRoles.find((role) => role === name),
  );
  return [...new Set(found.filter((role) => role !== undefined))];
}

/** Brands in an object (id → role), in the JSON text of such an object, or in a list of `id:role`. */
function brandsIn(claim: unknown): Record<string, BrandRole> {
  const object = objectSchema.safeParse(fromJson(claim));
  const pairs = object.success
    ? Object.entries(object.data)
    : textsIn(claim).map((text) => [
        text.slice(0, text.lastIndexOf(':')),
        text.slice(text.lastIndexOf(':') + 1),
      ]);
  return Object.fromEntries(
    pairs.flatMap(([id, role]) => {
      const brandId = brandIdSchema.safeParse(id);
      const brandRole = brandRoleSchema.safeParse(role);
      return brandId.success && brandRole.success ? [[brandId.data.toLowerCase(), brandRole.data]] : [];
    }),
  );
}

const npisIn = (claim: unknown): string[] => {
  const numbers = [claim].flat().map((value) => (typeof value === 'number' ? String(value) : value));
  const texts = numbers.length === 1 ? textsIn(numbers[0]) : textsIn(numbers);
  return [...new Set(texts.filter((text) => /^\d{10}$/.test(text)))];
};

/** The texts in an array, in the JSON text of an array, or in a text with spaces or commas as separators. */
function textsIn(claim: unknown): string[] {
  const value = fromJson(claim);
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === 'string');
  // Includes the whole text, because a role name may contain spaces.
  return typeof value === 'string' ? [value, ...value.split(/[\s,]+/)] : [];
}

/** Providers whose attributes are text only (Amazon Cognito) send lists and objects as JSON text. */
function fromJson(claim: unknown): unknown {
  if (typeof claim !== 'string' || !/^\s*[[{]/.test(claim)) return claim;
  try {
    return JSON.parse(claim);
  } catch {
    return claim;
  }
}
