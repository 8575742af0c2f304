import * as z from 'zod';

/** The part of a JSON Schema that decides which values it admits. */
export interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | Schema | undefined;
  readonly items?: boolean | Schema | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly oneOf?: readonly Schema[] | undefined;
  readonly allOf?: readonly Schema[] | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly multipleOf?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly exclusiveMaximum?: number | undefined;
}

const number = z.number().optional();

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
    items: z.union([z.boolean(), schema]).optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    allOf: z.array(schema).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    multipleOf: number,
    minLength: number,
    maxLength: number,
    minItems: number,
    maxItems: number,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
  }),
);

const content = z.record(z.string(), z.object({ schema: schema.default({}) })).default({});

const response = z.object({
  $ref: z.string().optional(),
  content,
  headers: z.record(z.string(), z.unknown()).default({}),
});

const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).default([]),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema: schema }),
    )
    .default([]),
  requestBody: z.object({ required: z.boolean().default(false), content }).optional(),
  responses: z.record(z.string(), response),
  'x-error-codes': z.array(z.string()).default([]),
});
export type Operation = z.output<typeof operation>;

const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), schema).default({}),
    responses: z.record(z.string(), response).default({}),
  }),
});
export type ApiDocument = z.output<typeof document>;

/** @throws ZodError for anything but an OpenAPI 3.1 document in the form that the contract makes */
export const readDocument = (value: unknown): ApiDocument => document.parse(value);

/** The name at the end of a reference: `#/components/schemas/Order` → `Order`. */
export const referencedName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
