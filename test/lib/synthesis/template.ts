import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import type { JsonObject } from '#lib/local/cloudformation/json.ts';
import { withNestedStacks } from '#lib/local/cloudformation/nested-stacks.ts';
import { assemblyDirectory } from './assemblies.ts';
import type { TestedSettings } from './tested-settings.ts';

/** One stack of an assembly, its nested stacks inlined. */
export interface SynthesizedStack {
  /** For the matchers of the CDK. */
  readonly template: Template;
  readonly resources: TemplateResources;
  /** Logical ids of the resources that are not in a nested stack. */
  readonly ownIds: readonly string[];
  /** Ids of the stacks that are deployed before this one. */
  readonly dependencies: readonly string[];
  readonly stackName: string;
  readonly isProtected: boolean;
  /** What API Gateway imports; without paths for a stack without an API. */
  readonly definition: ApiDefinition;
  /** Number of resources and bytes of each template, by the name of its file. */
  readonly sizes: ReadonlyMap<string, { readonly resources: number; readonly bytes: number }>;
}

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
  DependsOn: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
});
const templateSchema = z.object({ Resources: z.record(z.string(), resource) });

export type TemplateResource = z.output<typeof resource>;
export type TemplateResources = Readonly<Record<string, TemplateResource>>;

const operation = z.object({
  operationId: z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.unknown()))).default([]),
  responses: z.record(z.string(), z.object({ headers: z.record(z.string(), z.unknown()).default({}) })),
  'x-amazon-apigateway-integration': z.record(z.string(), z.unknown()),
});
const definitionSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  'x-amazon-apigateway-gateway-responses': z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .default({}),
});

export type Operation = z.output<typeof operation>;
export type ApiDefinition = z.output<typeof definitionSchema>;

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      dependencies: z.array(z.string()).default([]),
      properties: z.looseObject({
        templateFile: z.string().optional(),
        stackName: z.string().optional(),
        terminationProtection: z.boolean().default(false),
      }),
    }),
  ),
});

/** Stacks by the ids of their constructs. Throws an error for another id. */
export type Stacks = (id: string) => SynthesizedStack;

/** The stacks of the assembly for these settings. */
export async function synthesizedStacks(settings: TestedSettings): Promise<Stacks> {
  const directory = await assemblyDirectory(settings);
  const { artifacts } = manifestSchema.parse(readJson(path.join(directory, 'manifest.json')));
  const isStack = (id: string) => artifacts[id]?.type === 'aws:cloudformation:stack';
  const stacks = new Map<string, SynthesizedStack>();
  const read = (id: string): SynthesizedStack => {
    const artifact = artifacts[id];
    if (!artifact || !isStack(id)) throw new Error(`There is no stack ${id}`);
    const { templateFile = '', stackName = id, terminationProtection } = artifact.properties;
    const { whole, ownIds, sizes, asset } = readTemplates(directory, templateFile);
    const resources = templateSchema.parse(whole).Resources;
    const [[, api] = []] = resourcesOfType(resources, 'AWS::ApiGateway::RestApi');
    const definition = api && asset(Object(api.Properties['BodyS3Location']).Key);
    return {
      template: Template.fromJSON(whole),
      resources,
      ownIds,
      dependencies: artifact.dependencies.filter(isStack).sort(),
      stackName,
      isProtected: terminationProtection,
      definition: definitionSchema.parse(definition ?? { paths: {} }),
      sizes,
    };
  };
  return (id) => {
    const stack = stacks.get(id) ?? read(id);
    stacks.set(id, stack);
    return stack;
  };
}

function readTemplates(directory: string, templateFile: string) {
  const sizes = new Map<string, { resources: number; bytes: number }>();
  const read = (file: string) => {
    const template = readJson(path.join(directory, file));
    const resources = Object.keys(template.Resources).length;
    sizes.set(file, { resources, bytes: JSON.stringify(template).length });
    return { Outputs: {}, ...template };
  };
  const { files } = readJson(path.join(directory, templateFile.replace('.template.json', '.assets.json')));
  const root = read(templateFile);
  const whole = withNestedStacks(root, ({ TemplateURL: url }: JsonObject) => {
    const [hash = ''] = /\w+(?=\.json)/.exec(JSON.stringify(url)) ?? [];
    return read(files[hash].source.path);
  });
  const asset = (key: string) => readJson(path.join(directory, files[key.replace('.json', '')].source.path));
  return { whole, ownIds: Object.keys(root.Resources), sizes, asset };
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** Resources of one type, as [logical id, resource]. */
export const resourcesOfType = (resources: TemplateResources, type: string): [string, TemplateResource][] =>
  Object.entries(resources).filter(([, { Type }]) => Type === type);

/** A value of a template as text: joined, with references in angle brackets. */
export function templateText(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[key, inner] = ['', undefined]] = Object.entries(z.record(z.string(), z.unknown()).parse(value));
  switch (key) {
    case 'Ref':
      return `<${inner}>`;
    case 'Fn::GetAtt':
      return `<${z.array(z.string()).parse(inner).join('.')}>`;
    case 'Fn::ImportValue':
      return `<${inner}>`;
    case 'Fn::Join': {
      const [separator, parts] = z.tuple([z.string(), z.array(z.unknown())]).parse(inner);
      return parts.map(templateText).join(separator);
    }
    default:
      throw new Error(`No text for ${key}`);
  }
}
