import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { LimiterName } from './limiters.ts';
import type { Credential, Records } from './partitions.ts';

/** Roles that a brand grants (spec commerce-api.md, "Authentication": role-based access control). */
export type BrandRole = 'owner' | 'manager' | 'viewer';

/** Roles of the claims service. */
export type ClaimsRole = 'biller' | 'auditor' | 'admin';

/**
 * Who may call an endpoint, and where the tenant of the call is named.
 *
 * - `public`: no credential.
 * - `signed-in`: any valid credential, whatever it holds.
 * - `brand`: one of `roles` in the brand that the input names (`named-in`), or, for a resource addressed by its
 *   id alone, in the brand that owns the resource (`held`: other brands' ids do not exist for the caller).
 * - `claims`: one of `roles` of the claims service.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signed-in' }
  | {
      readonly kind: 'brand';
      readonly roles: readonly BrandRole[];
      readonly brand: 'body' | 'query' | 'path' | 'held';
    }
  | { readonly kind: 'claims'; readonly roles: readonly ClaimsRole[] };

/** What the function behind an endpoint may do with its service's table; infrastructure grants nothing more. */
export type DataAccess = 'none' | 'read' | 'write';

/**
 * What a function may use beyond its service's table; infrastructure grants it by this name.
 *
 * - `audit-entries`: reads the audit log.
 * - `audit-append`: writes entries beside its own items.
 * - `checkpoints`: reads signed checkpoints and the public key.
 * - `signing`: signs and stores a checkpoint.
 * - `audit-runs`: starts work on the audit log in the background.
 * - `exports`: hands out links to finished exports.
 * - `inbox-upload`: hands out links to put files into the inbox.
 * - `files`: takes files out of the inbox and keeps them: archive, quarantine, and acknowledgments to be fetched.
 * - `submissions`: keeps what is sent, and stages it.
 * - `configuration`: reads the payer configuration file.
 * - `clearhouse-key`: reads the private key for the clearinghouse's SFTP server.
 */
export type Resource =
  | 'audit-entries'
  | 'audit-append'
  | 'checkpoints'
  | 'signing'
  | 'audit-runs'
  | 'exports'
  | 'inbox-upload'
  | 'files'
  | 'submissions'
  | 'configuration'
  | 'clearhouse-key';

/** One documented answer. `schema` is absent where the body is empty. */
export interface ResponseDeclaration {
  readonly description: string;
  readonly schema?: z.ZodType;
}

/**
 * One endpoint, declared once. CDK routes, grants and throttles, handler validation, the OpenAPI document, the
 * typed client and the tests read this and nothing else.
 */
export interface EndpointDeclaration {
  readonly service: 'commerce' | 'claims';
  /** Kebab-case; also the file `functions/<service>/<name>.ts` and, in camel case, the operationId. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Full path below `{base_url}`, parameters in braces. */
  readonly path: `/api${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: Access;
  readonly data: DataAccess;
  /** Records that the operation deletes. Its function can delete nothing else. */
  readonly deletes?: readonly Records[];
  /** Records that the operation writes with BatchWriteItem. Its function can use that action on nothing else. */
  readonly writesInBatches?: readonly Records[];
  /** Credentials that the operation writes. Every other function is denied writing and deleting them. */
  readonly managesCredentials?: readonly Credential[];
  readonly uses?: readonly Resource[];
  /** Spec limiter of the route; absent means not rate limited by the route. */
  readonly limiter?: LimiterName;
  /** Honours `Idempotency-Key`. True on every POST. */
  readonly idempotent?: boolean;
  /** Answers carry an `ETag`, and writes honour `If-Match`. */
  readonly versioned?: boolean;
  /** Records activity of the brand (spec, "Events"). */
  readonly recordsActivity?: boolean;
  /** The function manages gateway keys at run time. */
  readonly managesGatewayKeys?: boolean;
  /** The operation is not metered by a usage plan, because its caller may not belong to a tenant yet. */
  readonly unmetered?: boolean;
  readonly parameters?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body may be X12 text as well, as `text/plain` or `application/edi-x12`: the same as `{ content }`. */
  readonly takesX12?: boolean;
  readonly responses: { readonly [status: number]: ResponseDeclaration };
  /** Errors of this operation beyond those that follow from its access, limiter and input. */
  readonly errors?: readonly ErrorCode[];
}

/** Declares an endpoint and keeps its literal types. */
export const declareEndpoint = <const E extends EndpointDeclaration>(endpoint: E): E => endpoint;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Input of an endpoint after validation. */
export interface ValidInput<E extends EndpointDeclaration> {
  readonly parameters: Output<E['parameters']>;
  readonly query: Output<E['query']>;
  readonly body: Output<E['body']>;
}
