import type * as z from 'zod';
import { StartError } from '../start-error.ts';
import type { StackTemplate } from './assembly.ts';
import { identityOf } from './identities.ts';
import { type Identity, resolveValue, type Scope } from './intrinsic-functions.ts';
import type { JsonObject, TemplateJson } from './json.ts';

export interface DeployedResource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  /** The id of the construct in the CDK app, for instance "CommerceTable". */
  readonly constructId: string;
  readonly ref: string;
  readonly attribute: (name: string) => string;
  /** Returns the asset folder or file behind an object key of the template. */
  readonly asset: (objectKey: string) => string | undefined;
  /** Resolves and checks the properties that the schema names, and no others. Throws StartError. */
  readonly read: <Schema extends z.ZodObject>(schema: Schema) => z.infer<Schema>;
  readonly readAll: () => JsonObject;
  /** Returns the error for a property that does not run here. */
  readonly refusal: (property: string, reason: string) => StartError;
}

export interface DeploymentOptions {
  readonly region: string;
  readonly account: string;
  readonly controlPlaneUrl: string;
}

export interface CustomResult {
  readonly physicalId: string;
  readonly data: JsonObject;
}

export class Deployment {
  /** By "stack/logical id". Custom resources have attributes only after their functions have run. */
  readonly customResults = new Map<string, CustomResult>();
  readonly #scopes: ReadonlyMap<string, Scope>;
  readonly #identities = new Map<string, Identity>();
  readonly #options: DeploymentOptions;

  constructor(stacks: readonly StackTemplate[], options: DeploymentOptions) {
    this.#options = options;
    this.#scopes = new Map(stacks.map((stack) => [stack.name, this.#scopeOf(stack)]));
  }

  resources(...types: readonly string[]): readonly DeployedResource[] {
    return this.resourcesWhere((type) => types.includes(type));
  }

  resourcesWhere(accepts: (type: string) => boolean): readonly DeployedResource[] {
    return [...this.#scopes.values()].flatMap((scope) =>
      Object.entries(scope.stack.template.Resources).flatMap(([logicalId, { Type }]) =>
        accepts(Type) ? [this.#resource(scope, logicalId)] : [],
      ),
    );
  }

  /** Returns the resolved outputs of a stack; undefined when there is no such stack. Throws StartError. */
  outputs(stackName: string): ReadonlyMap<string, string> | undefined {
    const scope = this.#scopes.get(stackName);
    if (scope === undefined) return undefined;
    return new Map(
      Object.entries(scope.stack.template.Outputs).map(([name, { Value }]) => [
        name,
        String(resolveValue(Value, scope, [name, 'Value'])),
      ]),
    );
  }

  #resource(scope: Scope, logicalId: string): DeployedResource {
    const { stack } = scope;
    const { Type: type, Properties, Metadata } = templateResource(scope, logicalId);
    return {
      stack: stack.name,
      logicalId,
      type,
      constructId: constructIdOf(Metadata['aws:cdk:path'], logicalId),
      ref: this.#identity(scope, logicalId).ref,
      attribute: (name) => {
        const value = this.#identity(scope, logicalId).attribute(name);
        if (value !== undefined) return String(value);
        throw new StartError(`Stack ${stack.name}, resource ${logicalId}: there is no attribute ${name}.`);
      },
      asset: (objectKey) => stack.assets.get(objectKey),
      read: (schema) => readProperties(schema, Properties, scope, logicalId),
      readAll: () => resolveProperties(Object.keys(Properties), Properties, scope, logicalId),
      refusal: (property, reason) => refusal(scope, logicalId, property, reason),
    };
  }

  #scopeOf(stack: StackTemplate): Scope {
    const scope: Scope = {
      stack,
      ...this.#options,
      identify: (logicalId) =>
        logicalId in stack.template.Resources ? this.#identity(scope, logicalId) : undefined,
      importValue: (name) => this.#exported(name),
    };
    return scope;
  }

  #exported(name: string): TemplateJson | undefined {
    for (const scope of this.#scopes.values()) {
      for (const [id, { Value, Export }] of Object.entries(scope.stack.template.Outputs)) {
        if (Export !== undefined && resolveValue(Export.Name, scope, [id, 'Export', 'Name']) === name) {
          return resolveValue(Value, scope, [id, 'Value']);
        }
      }
    }
    return undefined;
  }

  #identity(scope: Scope, logicalId: string): Identity {
    const key = `${scope.stack.name}/${logicalId}`;
    const custom = this.customResults.get(key);
    if (custom !== undefined) return { ref: custom.physicalId, attribute: (name) => custom.data[name] };
    const known = this.#identities.get(key);
    if (known !== undefined) return known;
    const { Type, Properties } = templateResource(scope, logicalId);
    const identity = identityOf({
      ...this.#options,
      stackName: scope.stack.name,
      logicalId,
      type: Type,
      property: (name) => {
        const value = Properties[name];
        return value === undefined ? undefined : String(resolveValue(value, scope, [logicalId, name]));
      },
    });
    this.#identities.set(key, identity);
    return identity;
  }
}

/** Maps names of constructs to physical names: `suffix` Table makes commerce of CommerceTable. */
export function constructNames(
  resources: readonly DeployedResource[],
  suffix: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    resources.map(({ constructId, ref }) => {
      const short = constructId.endsWith(suffix) ? constructId.slice(0, -suffix.length) : constructId;
      return [short.charAt(0).toLowerCase() + short.slice(1), ref];
    }),
  );
}

function templateResource({ stack }: Scope, logicalId: string) {
  const resource = stack.template.Resources[logicalId];
  if (resource !== undefined) return resource;
  throw new StartError(`Stack ${stack.name} has no resource ${logicalId}.`);
}

function resolveProperties(
  names: readonly string[],
  properties: JsonObject,
  scope: Scope,
  logicalId: string,
): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = properties[name];
      return value === undefined ? [] : [[name, resolveValue(value, scope, [logicalId, name])]];
    }),
  );
}

function readProperties<Schema extends z.ZodObject>(
  schema: Schema,
  properties: JsonObject,
  scope: Scope,
  logicalId: string,
): z.infer<Schema> {
  const parsed = schema.safeParse(resolveProperties(Object.keys(schema.shape), properties, scope, logicalId));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refusal(scope, logicalId, issue?.path.join('.') ?? '', issue?.message ?? '');
}

const refusal = ({ stack }: Scope, logicalId: string, property: string, reason: string): StartError =>
  new StartError(`Stack ${stack.name}, resource ${logicalId}, property ${property}: ${reason}.`);

/**
 * Returns the id of the construct from its path in the metadata, "Stack/CommerceTable/Resource". Without a path, the
 * logical id is the construct's followed by a digest of eight digits.
 */
function constructIdOf(path: TemplateJson | undefined, logicalId: string): string {
  if (typeof path !== 'string') return logicalId.replace(/[0-9A-F]{8}$/, '');
  const parts = path.split('/').filter((part) => part !== 'Resource' && part !== 'Default');
  return parts.at(-1) ?? logicalId;
}
