import type * as z from 'zod';
import { StartError } from '../start-error.ts';
import type { StackTemplate } from './assembly.ts';
import { identityOf } from './identities.ts';
import { conditionHolds, type Identity, resolveValue, type Scope } from './intrinsic-functions.ts';
import type { JsonObject, TemplateJson } from './json.ts';

/** One resource of a template whose condition holds. */
export interface DeployedResource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  /** The id of the construct in the CDK app, for instance "CommerceTable". */
  readonly constructId: string;
  readonly ref: string;
  readonly attribute: (name: string) => string;
  /** Asset folder or file behind an object key of the template. */
  readonly asset: (objectKey: string) => string | undefined;
  /** Resolves and checks the properties that the schema names, and no others. Throws StartError. */
  readonly read: <Schema extends z.ZodObject>(schema: Schema) => z.infer<Schema>;
  /** All properties, resolved. */
  readonly readAll: () => JsonObject;
}

export interface DeploymentOptions {
  readonly region: string;
  readonly account: string;
  readonly controlPlaneUrl: string;
}

/** What a custom resource's function answered: its physical id and data. */
export interface CustomResult {
  readonly physicalId: string;
  readonly data: JsonObject;
}

/** The stacks of an assembly as if they were deployed: every resource has its names, every value resolves. */
export class Deployment {
  /** Filled while custom resources run; their attributes exist only afterwards. Key: "stack/logical id". */
  readonly customResults = new Map<string, CustomResult>();
  /** Set once secrets and parameters exist. */
  dynamicReference: (service: string, reference: string) => string | undefined = () => undefined;
  readonly #scopes = new Map<string, Scope>();
  readonly #identities = new Map<string, Identity>();
  readonly #stacks: readonly StackTemplate[];
  readonly #options: DeploymentOptions;

  constructor(stacks: readonly StackTemplate[], options: DeploymentOptions) {
    this.#stacks = stacks;
    this.#options = options;
    for (const stack of stacks) this.#scopes.set(stack.name, this.#scopeOf(stack));
  }

  /** All resources whose type is one of these, in the order of the templates. */
  resources(...types: readonly string[]): readonly DeployedResource[] {
    return this.#all().filter(({ type }) => types.includes(type));
  }

  /** All resources of the types that a rule accepts. */
  resourcesWhere(accepts: (type: string) => boolean): readonly DeployedResource[] {
    return this.#all().filter(({ type }) => accepts(type));
  }

  /** Names of the stacks. */
  stackNames(): readonly string[] {
    return this.#stacks.map(({ name }) => name);
  }

  /** Outputs of a stack, resolved. Throws StartError when an output refers to what is not here. */
  outputs(stackName: string): ReadonlyMap<string, string> {
    const scope = this.#scopes.get(stackName);
    const outputs = Object.entries(scope?.stack.template.Outputs ?? {});
    return new Map(
      outputs.flatMap(([name, { Value }]) =>
        scope === undefined ? [] : [[name, String(resolveValue(Value, scope, [name, 'Value']))]],
      ),
    );
  }

  #all(): readonly DeployedResource[] {
    return this.#stacks.flatMap((stack) =>
      Object.keys(stack.template.Resources).flatMap((logicalId) => {
        const resource = this.#resource(stack, logicalId);
        return resource === undefined ? [] : [resource];
      }),
    );
  }

  #resource(stack: StackTemplate, logicalId: string): DeployedResource | undefined {
    const template = stack.template.Resources[logicalId];
    const scope = this.#scopes.get(stack.name);
    const identity = scope?.identify(logicalId);
    if (template === undefined || scope === undefined || identity === undefined) return undefined;
    return {
      stack: stack.name,
      logicalId,
      type: template.Type,
      constructId: constructIdOf(template.Metadata['aws:cdk:path'], logicalId),
      ref: identity.ref,
      attribute: (name) => {
        const value = identity.attribute(name);
        if (value !== undefined) return String(value);
        throw new StartError(`Stack ${stack.name}, resource ${logicalId}: there is no attribute ${name}.`);
      },
      asset: (objectKey) => stack.assets.get(objectKey),
      read: (schema) => readProperties(schema, template.Properties, scope, logicalId),
      readAll: () =>
        Object.fromEntries(
          Object.entries(template.Properties).map(([name, value]) => [
            name,
            resolveValue(value, scope, [logicalId, name]),
          ]),
        ),
    };
  }

  #scopeOf(stack: StackTemplate): Scope {
    const scope: Scope = {
      stack,
      region: stack.region ?? this.#options.region,
      account: this.#options.account,
      identify: (logicalId) => this.#identify(scope, logicalId),
      importValue: (name) => this.#exported(name),
      stackOutput: (stackName, outputName) => {
        const other = this.#scopes.get(stackName);
        const output = other?.stack.template.Outputs[outputName];
        return other && output ? resolveValue(output.Value, other, [outputName, 'Value']) : undefined;
      },
      dynamicReference: (service, reference) => this.dynamicReference(service, reference),
    };
    return scope;
  }

  #exported(name: string): TemplateJson | undefined {
    for (const scope of this.#scopes.values()) {
      for (const [id, output] of Object.entries(scope.stack.template.Outputs)) {
        if (output.Export === undefined) continue;
        if (resolveValue(output.Export.Name, scope, [id, 'Export', 'Name']) === name) {
          return resolveValue(output.Value, scope, [id, 'Value']);
        }
      }
    }
    return undefined;
  }

  #identify(scope: Scope, logicalId: string): Identity | undefined {
    const template = scope.stack.template.Resources[logicalId];
    if (template === undefined) return undefined;
    const condition = template.Condition;
    if (condition !== undefined && !conditionHolds(condition, scope, [logicalId])) return undefined;
    const key = `${scope.stack.name}/${logicalId}`;
    const custom = this.customResults.get(key);
    if (custom !== undefined) {
      return { ref: custom.physicalId, attribute: (name) => custom.data[name] };
    }
    const known = this.#identities.get(key);
    if (known !== undefined) return known;
    const identity = identityOf({
      ...this.#options,
      region: scope.region,
      stackName: scope.stack.name,
      logicalId,
      type: template.Type,
      property: (name) => {
        const value = template.Properties[name];
        return value === undefined ? undefined : String(resolveValue(value, scope, [logicalId, name]));
      },
    });
    this.#identities.set(key, identity);
    return identity;
  }
}

function readProperties<Schema extends z.ZodObject>(
  schema: Schema,
  properties: JsonObject,
  scope: Scope,
  logicalId: string,
): z.infer<Schema> {
  const resolved: Record<string, TemplateJson> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = properties[name];
    if (value !== undefined) resolved[name] = resolveValue(value, scope, [logicalId, name]);
  }
  const parsed = schema.safeParse(resolved);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartError(
    `Stack ${scope.stack.name}, resource ${logicalId}, property ${issue?.path.join('.')}: ${issue?.message}.`,
  );
}

/**
 * The path in the metadata says it: "Stack/CommerceTable/Resource". Without it, the logical id is the construct's
 * with a digest of eight digits behind it.
 */
function constructIdOf(path: TemplateJson | undefined, logicalId: string): string {
  if (typeof path !== 'string') return logicalId.replace(/[0-9A-F]{8}$/, '');
  const parts = path.split('/').filter((part) => part !== 'Resource' && part !== 'Default');
  return parts.at(-1) ?? logicalId;
}
