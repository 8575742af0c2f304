import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { type App, Stack } from 'aws-cdk-lib/core';
import * as z from 'zod';
import { bundleFunctions } from '#lib/bundling/bundle.ts';
import { createApp } from '#lib/granary-app.ts';
import { writeStubFunctions } from './stub-functions.ts';

/** A directory of the test file that imports this, gone when its tests are done. */
export const scratch = mkdtempSync(path.join(tmpdir(), 'granary-stacks-'));
afterAll(() => rm(scratch, { recursive: true }));

/** Sources of stand-in functions, for tests of the infrastructure around them. */
export async function stubFunctions(): Promise<string> {
  const directory = path.join(scratch, 'functions');
  await writeStubFunctions(directory);
  return directory;
}

/** Bundles of stand-in functions, the same for all tests of a file. */
export function stubBundles(): Promise<string> {
  bundles ??= bundleStandIns();
  return bundles;
}

let bundles: Promise<string> | undefined;

async function bundleStandIns(): Promise<string> {
  const outdir = path.join(scratch, 'bundles');
  await bundleFunctions({ functionsDirectory: await stubFunctions(), outdir });
  return outdir;
}

/** An app that has not been synthesized yet. */
export async function stubApp(
  context: Record<string, string> = {},
  validation: 'reported' | 'off' = 'off',
): Promise<App> {
  const outdir = await mkdtemp(path.join(scratch, 'assembly-'));
  return createApp({ outdir, bundles: await stubBundles(), context, validation });
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

/** Template of a stack, for the matchers of the CDK. It throws where resources refer to each other in a circle. */
export function templateOf(app: App, stackId: string): Template {
  const stack = app.node.findChild(stackId);
  if (!Stack.isStack(stack)) throw new Error(`${stackId} is not a stack`);
  return Template.fromStack(stack);
}

/** Resources of a template by logical id. */
export const resourcesOf = (template: Template): TemplateResources =>
  templateSchema.parse(template.toJSON()).Resources;

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
