import type { EndpointDeclaration } from '../endpoint.ts';

/** A read by everyone who works with claims. */
export const readsClaims = {
  access: { kind: 'claims', roles: ['biller', 'auditor', 'admin'] },
  data: 'read',
} as const satisfies Partial<EndpointDeclaration>;

/** A write by those who send claims. */
export const writesClaims = {
  access: { kind: 'claims', roles: ['biller', 'admin'] },
  data: 'write',
  idempotent: true,
} as const satisfies Partial<EndpointDeclaration>;

export const audits = {
  ...readsClaims,
  access: { kind: 'claims', roles: ['auditor', 'admin'] },
} as const satisfies Partial<EndpointDeclaration>;

export const administers = {
  ...writesClaims,
  access: { kind: 'claims', roles: ['admin'] },
} as const satisfies Partial<EndpointDeclaration>;
