import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { StartError } from '../start-error.ts';
import type { JsonObject, TemplateJson } from './json.ts';
import { withNestedStacks } from './nested-stacks.ts';

const json: z.ZodType<TemplateJson> = z.json();
const jsonRecord = z.record(z.string(), json);

const resourceSchema = z.object({
  Type: z.string(),
  Properties: jsonRecord.default({}),
  Condition: z.undefined('the local runtime does not support conditions').optional(),
  Metadata: jsonRecord.default({}),
});

const templateSchema = z.object({
  Resources: z.record(z.string(), resourceSchema).default({}),
  Outputs: z
    .record(z.string(), z.object({ Value: json, Export: z.object({ Name: json }).optional() }))
    .default({}),
});

const manifestSchema = z.object({
  artifacts: z
    .record(
      z.string(),
      z.object({
        type: z.string(),
        dependencies: z.array(z.string()).default([]),
        properties: z
          .object({
            templateFile: z.string().optional(),
            stackName: z.string().optional(),
            file: z.string().optional(),
            directoryName: z.string().optional(),
          })
          .default({}),
      }),
    )
    .default({}),
});

const assetsSchema = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

export type Template = z.infer<typeof templateSchema>;

export interface StackTemplate {
  readonly name: string;
  readonly template: Template;
  /** Local paths of the file assets by the object keys that the template names. */
  readonly assets: ReadonlyMap<string, string>;
}

/**
 * Reads the stacks of a synthesized CDK cloud assembly, nested assemblies included, in the order of the manifest.
 * Throws StartError when the folder is not an assembly or one of its files cannot be read.
 */
export function readAssembly(directory: string): readonly StackTemplate[] {
  const manifest = readJson(join(directory, 'manifest.json'), manifestSchema);
  return Object.entries(manifest.artifacts).flatMap(([id, artifact]): readonly StackTemplate[] => {
    const { templateFile, stackName, directoryName } = artifact.properties;
    if (artifact.type === 'cdk:cloud-assembly' && directoryName !== undefined) {
      return readAssembly(join(directory, directoryName));
    }
    if (artifact.type !== 'aws:cloudformation:stack' || templateFile === undefined) return [];
    const manifests = artifact.dependencies.flatMap((dependency) => {
      const file = manifest.artifacts[dependency]?.properties.file;
      return manifest.artifacts[dependency]?.type === 'cdk:asset-manifest' && file !== undefined
        ? [file]
        : [];
    });
    const assets = new Map(manifests.flatMap((file) => assetPaths(directory, file)));
    const readNested = ({ TemplateURL: url }: JsonObject, logicalId: string) => {
      const [objectKey = ''] = /\w+\.json/.exec(JSON.stringify(url)) ?? [];
      const path = assets.get(objectKey);
      if (path === undefined) throw new StartError(`The template of nested stack ${logicalId} is missing.`);
      return readJson(path, templateSchema);
    };
    return [
      {
        name: stackName ?? id,
        template: withNestedStacks(readJson(join(directory, templateFile), templateSchema), readNested),
        assets,
      },
    ];
  });
}

function assetPaths(directory: string, file: string): readonly (readonly [string, string])[] {
  const { files } = readJson(join(directory, file), assetsSchema);
  return Object.values(files).flatMap(({ source, destinations }) =>
    Object.values(destinations).flatMap(({ objectKey }) =>
      source.path === undefined ? [] : [[objectKey, resolve(directory, source.path)] as const],
    ),
  );
}

function readJson<Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> {
  if (!existsSync(path)) throw new StartError(`The synthesized app is incomplete: ${path} is missing.`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new StartError(`The synthesized app cannot be read: ${path} is not valid JSON.`);
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new StartError(`The synthesized app cannot be read: ${path}: ${z.prettifyError(parsed.error)}`);
}
