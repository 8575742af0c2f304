import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { LimiterName } from './limiters.ts';
import type { Credential, Records, Secret } from './partitions.ts';

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
 * - `bulk-runs`: starts work on many claims in the background.
 * - `exports`: creates links to finished exports.
 * - `inbox-upload`: creates upload links for the inbox.
 * - `files`: moves files from the inbox to archive or quarantine, and writes acknowledgments.
 * - `submissions`: stages and stores outgoing files.
 * - `purged-files`: finds and removes files of the bucket in all versions.
 * - `configuration`: reads the payer configuration file.
 * - `clearhouse-key`: reads the private key for the clearinghouse's SFTP server.
 * - `search-key`: reads the key of the hashes by which claims are found. Every function that adds a claim, or changes
 *   a field by which it is found, needs it.
 * - `payment-keys`: reads the API key and the webhook secret of the payment provider.
 */
/** Resources of the commerce service only. */
export const commerceResources = ['payment-keys'] as const satisfies readonly Resource[];
export type CommerceResource = (typeof commerceResources)[number];

export type Resource =
  | 'audit-entries'
  | 'audit-append'
  | 'checkpoints'
  | 'signing'
  | 'audit-runs'
  | 'bulk-runs'
  | 'exports'
  | 'inbox-upload'
  | 'files'
  | 'submissions'
  | 'purged-files'
  | 'configuration'
  | 'clearhouse-key'
  | 'search-key'
  | 'payment-keys';

/**
 * Uses of the bucket with files of products, by which infrastructure grants them.
 *
 * - `product-imports`: stores import files and creates upload links for them.
 * - `image-uploads`: creates upload links for images.
 * - `image-links`: finds images and creates links to them.
 * - `brand-exports`: creates links to the archives of brands.
 */
export type MediaUse = 'product-imports' | 'image-uploads' | 'image-links' | 'brand-exports';

/** Media types of responses beside JSON. */
export type TextType = 'text/csv' | 'text/html' | 'application/pdf' | 'application/atom+xml';

/** One documented response. An empty body has neither `schema` nor `text`. */
export interface ResponseDeclaration {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Representations as text, each with an example. A response with a `schema` is JSON unless `Accept` asks for text. */
  readonly text?: { readonly [Type in TextType]?: string };
}

/** One endpoint. Routes, grants, throttles, validation, the OpenAPI document and the tests derive from it. */
export interface EndpointDeclaration {
  readonly service: 'commerce' | 'claims';
  /** Kebab-case; also the name of the function and, in camel case, the operationId. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Full path below `{base_url}`, parameters in braces. */
  readonly path: `/api${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: Access;
  readonly data: DataAccess;
  /**
   * Records that the operation puts and updates, beyond those that follow from other members ({@link writtenRecords}). Its function
   * can write nothing else; every record of the service but credentials if absent.
   */
  readonly writes?: readonly Records[];
  /** Records that the operation deletes. Its function can delete nothing else. */
  readonly deletes?: readonly Records[];
  /** Records that the operation writes with BatchWriteItem. Its function can batch-write nothing else. */
  readonly writesInBatches?: readonly Records[];
  /** Credentials that the operation writes. No other function can write or delete them. */
  readonly managesCredentials?: readonly Credential[];
  /** Secrets that the operation reads and does not write. No other function can read them. */
  readonly readsSecrets?: readonly Secret[];
  readonly uses?: readonly Resource[];
  readonly media?: readonly MediaUse[];
  readonly limiter?: LimiterName;
  /** Supports `Idempotency-Key`. True for every POST that changes something. */
  readonly idempotent?: boolean;
  /** Shows and changes only records of the billing providers to which its caller is limited. All others refuse such callers. */
  readonly scoped?: boolean;
  /** A POST that changes nothing. Its input is in the body because addresses are logged. */
  readonly safe?: boolean;
  /** Works for a brand under deletion although it writes. Reads always work. */
  readonly whileClosing?: boolean;
  /** Responses have an `ETag`, and writes support `If-Match`. */
  readonly versioned?: boolean;
  /**
   * The resource that the path addresses, by its schema. The pipeline loads it, refuses callers without a role in its brand, and
   * compares its version. Every endpoint of a held brand that has a plain handler names one.
   */
  readonly resource?: z.ZodType;
  /** Not repeated after a conflict, because the operation has several transactions, or calls another service. */
  readonly repeats?: false;
  /** Attempts at an operation that conflicts often; 5 by default. */
  readonly attempts?: number;
  /** The refusal of a change that does not fit one transaction. It is also among `errors`. */
  readonly tooMany?: ErrorCode;
  readonly recordsActivity?: boolean;
  /** Reads the key that signs unsubscribe links. */
  readonly readsUnsubscribeKey?: boolean;
  /** Whether the operation wakes workers after its transaction. An operation with `recordEvents` does. */
  readonly wakesWorkers?: true;
  /** No usage plan meters the operation, because its caller may not belong to a tenant yet. */
  readonly unmetered?: boolean;
  readonly parameters?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Also accepts X12 text as `text/plain` or `application/edi-x12`, equivalent to `{ content }`. */
  readonly takesX12?: boolean;
  /** Also accepts CSV text of up to 1 MB as `text/csv`, equivalent to `{ csv }`. */
  readonly takesCsv?: boolean;
  /** The operation gets the body as the text that was sent, because its caller has signed it. `body` describes the text. */
  readonly rawBody?: boolean;
  readonly responses: { readonly [status: number]: ResponseDeclaration };
  /** Errors beyond those that follow from access, limiter and input. */
  readonly errors?: readonly ErrorCode[];
}

/** Records that the functions of an endpoint or worker write, or undefined without a declaration of them. */
export function writtenRecords({
  writes,
  limiter,
  idempotent = false,
  recordsActivity = false,
  wakesWorkers,
  managesCredentials = [],
}: Pick<
  EndpointDeclaration,
  'writes' | 'limiter' | 'idempotent' | 'recordsActivity' | 'wakesWorkers' | 'managesCredentials'
>): readonly Records[] | undefined {
  if (writes === undefined) return undefined;
  const implied: readonly Records[] = [
    ...(limiter === undefined ? [] : (['rate-windows'] as const)),
    ...(idempotent ? (['idempotency'] as const) : []),
    ...(recordsActivity ? (['activity'] as const) : []),
    ...(wakesWorkers ? (['outbox', 'work'] as const) : []),
    ...managesCredentials,
  ];
  return [...new Set([...implied, ...writes])];
}

/** Whether a brand under deletion refuses the operation. */
export const refusedWhileClosing = ({
  access,
  data,
  method,
  whileClosing = false,
}: Pick<EndpointDeclaration, 'access' | 'data' | 'method' | 'whileClosing'>): boolean =>
  access.kind === 'brand' && data === 'write' && method !== 'GET' && !whileClosing;

type Address = 'service' | 'tag' | 'method' | 'path' | 'name';

const textTypes: readonly TextType[] = ['text/csv', 'text/html', 'application/pdf', 'application/atom+xml'];

/** Media types of an endpoint's successful responses, the default first. */
export const mediaTypesOf = ({
  responses,
}: EndpointDeclaration): readonly ('application/json' | TextType)[] => {
  const declared = Object.values(responses);
  const texts = textTypes.filter((type) => declared.some(({ text }) => text?.[type] !== undefined));
  const isJson = texts.length === 0 || declared.some(({ schema }) => schema !== undefined);
  return [...(isJson ? ['application/json' as const] : []), ...texts];
};

/** Declares endpoints of one service and tag with their literal types. */
export const endpointsOf =
  (service: EndpointDeclaration['service'], tag: string) =>
  <
    M extends EndpointDeclaration['method'],
    P extends EndpointDeclaration['path'],
    const E extends Omit<EndpointDeclaration, Address>,
  >(
    method: M,
    path: P,
    name: string,
    rest: E,
  ): E & Pick<EndpointDeclaration, Address> & { readonly method: M; readonly path: P } => ({
    service,
    tag,
    method,
    path,
    name,
    ...rest,
  });

const methods: readonly EndpointDeclaration['method'][] = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];

/** The endpoints that a module exports, by path and method. */
export function endpointsIn<M extends object>(module: M) {
  type Declaration = Extract<M[keyof M], EndpointDeclaration>;
  const isDeclaration = (value: unknown): value is Declaration =>
    typeof value === 'object' && value !== null && 'method' in value && 'responses' in value;
  const all: readonly unknown[] = Object.values(module);
  return all
    .filter(isDeclaration)
    .toSorted(
      (one, other) =>
        one.path.localeCompare(other.path) || methods.indexOf(one.method) - methods.indexOf(other.method),
    );
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface ValidInput<E extends EndpointDeclaration> {
  readonly parameters: Output<E['parameters']>;
  readonly query: Output<E['query']>;
  readonly body: Output<E['body']>;
}
