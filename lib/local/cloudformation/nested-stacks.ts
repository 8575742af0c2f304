import { isJsonObject, type JsonObject, type TemplateJson } from './json.ts';

interface NestingTemplate {
  readonly Resources: Readonly<Record<string, NestingResource>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: TemplateJson }>>;
}

interface NestingResource {
  readonly Type: string;
  readonly Properties: JsonObject;
}

/**
 * Inlines nested stacks: their resources become resources of the parent, parameters become the values that the parent
 * passes, and `Outputs.Name` becomes the value of the output. Logical ids must be unique over parent and nested stacks.
 *
 * @param readNested reads the template of an AWS::CloudFormation::Stack by its properties
 */
export function withNestedStacks<T extends NestingTemplate>(
  template: T,
  readNested: (properties: JsonObject, logicalId: string) => T,
): T;
export function withNestedStacks(
  template: NestingTemplate,
  readNested: (properties: JsonObject, logicalId: string) => NestingTemplate,
): NestingTemplate {
  const resources: Record<string, NestingResource> = {};
  const outputs = new Map<string, TemplateJson>();
  const add = (logicalId: string, resource: NestingResource) => {
    if (logicalId in resources) throw new Error(`Two resources have the logical id ${logicalId}.`);
    resources[logicalId] = resource;
  };
  for (const [id, resource] of Object.entries(template.Resources)) {
    if (resource.Type !== 'AWS::CloudFormation::Stack') {
      add(id, resource);
      continue;
    }
    const nested = withNestedStacks(readNested(resource.Properties, id), readNested);
    const parameters = resource.Properties['Parameters'] ?? {};
    const passed = new Map(Object.entries(isJsonObject(parameters) ? parameters : {}));
    const own = <Value>(value: Value) =>
      replaceReferences(value, ({ Ref: name }) => passed.get(String(name)));
    for (const [nestedId, one] of Object.entries(nested.Resources)) {
      add(nestedId, own(one));
    }
    for (const [name, { Value }] of Object.entries(nested.Outputs)) {
      outputs.set(`${id},Outputs.${name}`, own(Value));
    }
  }
  return replaceReferences({ ...template, Resources: resources }, ({ 'Fn::GetAtt': path }) =>
    outputs.get(String(path)),
  );
}

/** Replaces each reference in a value, and in its replacement. */
function replaceReferences<Value>(
  value: Value,
  replacementFor: (reference: JsonObject) => TemplateJson | undefined,
): Value;
function replaceReferences(
  value: unknown,
  replacementFor: (reference: JsonObject) => TemplateJson | undefined,
): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceReferences(item, replacementFor));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const found = entries.length === 1 ? replacementFor(Object.fromEntries(entries)) : undefined;
  if (found !== undefined) return replaceReferences(found, replacementFor);
  return Object.fromEntries(entries.map(([key, item]) => [key, replaceReferences(item, replacementFor)]));
}
