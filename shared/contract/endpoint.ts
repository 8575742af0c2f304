import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { LimiterName } from './limiters.ts';
import type { Credential, Records } from './partitions.ts';

export type BrandRole = 'owner' | 'manager' | 'viewer';

export type ClaimsRole = 'biller' | 'auditor' | 'admin';

/**
 * Required credential of an endpoint, and the place of its tenant in the input.
 *
 * - `public`: no credential.
 * - `signed-in`: any valid credential.
 * - `brand`: one of `roles` in the brand in the body, query or path. `held`: in the brand that owns the resource, which is
 *   addressed by its id alone; ids of other brands do not exist for the caller.
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

/** Access of the endpoint's function to the table of its service. Infrastructure grants nothing more. */
export type DataAccess = 'none' | 'read' | 'write';

/**
 * Resources of a function beyond the table of its service. Infrastructure grants them by these names.
 *
 * - `audit-entries`: reads the audit log.
 * - `audit-append`: appends entries to the audit log.
 * - `checkpoints`: reads signed checkpoints and the public key.
 * - `signing`: signs and stores a checkpoint.
 * - `audit-runs`: starts background work on the audit log.
 * - `exports`: creates links to finished exports.
 * - `inbox-upload`: creates upload links for the inbox.
 * - `files`: moves files from the inbox to archive or quarantine, and writes acknowledgments.
 * - `submissions`: stages and stores outgoing files.
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

/** One documented response. An empty body has no `schema`. */
export interface ResponseDeclaration {
  readonly description: string;
  readonly schema?: z.ZodType;
}

/** One endpoint. Routes, grants, throttles, validation, the OpenAPI document and the tests derive from it. */
export interface EndpointDeclaration {
  readonly service: 'commerce' | 'claims';
  /** Kebab-case; also the file `functions/<service>/<room>/<name>.ts` and, in camel case, the operationId. */
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
  /** Records that the operation writes with BatchWriteItem. Its function can batch-write nothing else. */
  readonly writesInBatches?: readonly Records[];
  /** Credentials that the operation writes. No other function can write or delete them. */
  readonly managesCredentials?: readonly Credential[];
  readonly uses?: readonly Resource[];
  readonly limiter?: LimiterName;
  /** Supports `Idempotency-Key`. True for every POST. */
  readonly idempotent?: boolean;
  /** Responses have an `ETag`, and writes support `If-Match`. */
  readonly versioned?: boolean;
  readonly recordsActivity?: boolean;
  readonly managesGatewayKeys?: boolean;
  /** No usage plan meters the operation, because its caller may not belong to a tenant yet. */
  readonly unmetered?: boolean;
  readonly parameters?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Also accepts X12 text as `text/plain` or `application/edi-x12`, equivalent to `{ content }`. */
  readonly takesX12?: boolean;
  readonly responses: { readonly [status: number]: ResponseDeclaration };
  /** Errors beyond those that follow from access, limiter and input. */
  readonly errors?: readonly ErrorCode[];
}

type Address = 'service' | 'tag' | 'method' | 'path' | 'name';

/** Declares endpoints of one service and tag with their literal types. */
export const endpointsOf =
  (service: EndpointDeclaration['service'], tag: string) =>
  <const E extends Omit<EndpointDeclaration, Address>>(
    method: EndpointDeclaration['method'],
    path: EndpointDeclaration['path'],
    name: string,
    rest: E,
  ): E & Pick<EndpointDeclaration, Address> => ({ service, tag, method, path, name, ...rest });

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface ValidInput<E extends EndpointDeclaration> {
  readonly parameters: Output<E['parameters']>;
  readonly query: Output<E['query']>;
  readonly body: Output<E['body']>;
}
