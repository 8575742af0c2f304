import { StartError } from '../start-error.ts';
import type { StackTemplate } from './assembly.ts';
import { isJsonObject, type TemplateJson } from './json.ts';

export interface Identity {
  readonly ref: string;
  readonly attribute: (name: string) => TemplateJson | undefined;
}

export interface Scope {
  readonly stack: StackTemplate;
  readonly region: string;
  readonly account: string;
  readonly identify: (logicalId: string) => Identity | undefined;
  readonly importValue: (name: string) => TemplateJson | undefined;
}

/** A place in a template: logical id, property and the path below it. */
type Path = readonly string[];

/**
 * Resolves every intrinsic function in a value of a template.
 * Throws StartError naming stack, resource and property for an unsupported function or a missing reference.
 */
export function resolveValue(value: TemplateJson, scope: Scope, path: Path): TemplateJson {
  if (Array.isArray(value)) {
    return value.map((item: TemplateJson, index) => resolveValue(item, scope, [...path, String(index)]));
  }
  if (typeof value === 'string' && value.includes('{{resolve:')) {
    return fail(scope, path, 'the local runtime does not support dynamic references');
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first !== undefined) {
    const [name, argument] = first;
    if (name === 'Ref') return resolveRef(String(argument), scope, path);
    if (name.startsWith('Fn::')) return callFunction(name, argument, scope, path);
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, resolveValue(item, scope, [...path, key])]));
}

function resolveRef(name: string, scope: Scope, path: Path): string {
  const pseudoParameters: Readonly<Record<string, string>> = {
    'AWS::AccountId': scope.account,
    'AWS::Region': scope.region,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackId': `arn:aws:cloudformation:${scope.region}:${scope.account}:stack/${scope.stack.name}/id`,
  };
  return (
    pseudoParameters[name] ??
    scope.identify(name)?.ref ??
    fail(scope, path, `Ref names ${name}, which is not in the template`)
  );
}

function callFunction(name: string, argument: TemplateJson, scope: Scope, path: Path): TemplateJson {
  switch (name) {
    case 'Fn::GetAtt': {
      const [logicalId, attribute] = twoOf(name, argument, scope, path).map(String);
      const identity = scope.identify(logicalId ?? '');
      if (identity === undefined) {
        return fail(scope, path, `Fn::GetAtt names ${logicalId}, which is not in the template`);
      }
      return (
        identity.attribute(attribute ?? '') ??
        fail(scope, path, `the local runtime has no attribute ${attribute} of ${logicalId}`)
      );
    }
    case 'Fn::Join': {
      const [delimiter, items] = twoOf(name, argument, scope, path);
      return listOf(items, scope, path)
        .map(String)
        .join(textOf(delimiter, scope, path));
    }
    case 'Fn::Sub':
      return textOf(argument, scope, path).replaceAll(/\$\{([^}]+)\}/g, (_, variable: string) =>
        resolveRef(variable, scope, path),
      );
    case 'Fn::Select': {
      const [index, items] = twoOf(name, argument, scope, path);
      const list = listOf(items, scope, path);
      return list[Number(index)] ?? fail(scope, path, `Fn::Select has no item ${index} in ${list.length}`);
    }
    case 'Fn::Split': {
      const [delimiter, text] = twoOf(name, argument, scope, path);
      return textOf(text, scope, path).split(textOf(delimiter, scope, path));
    }
    case 'Fn::ImportValue': {
      const exportName = textOf(argument, scope, path);
      return scope.importValue(exportName) ?? fail(scope, path, `no stack exports ${exportName}`);
    }
    default:
      return fail(scope, path, `the local runtime does not support ${name}`);
  }
}

function twoOf(
  name: string,
  argument: TemplateJson,
  scope: Scope,
  path: Path,
): readonly [TemplateJson, TemplateJson] {
  const [first, second]: readonly TemplateJson[] = Array.isArray(argument) ? argument : [];
  if (first === undefined || second === undefined) return fail(scope, path, `${name} needs two items`);
  return [first, second];
}

function textOf(value: TemplateJson, scope: Scope, path: Path): string {
  const resolved = resolveValue(value, scope, path);
  return typeof resolved === 'object' ? fail(scope, path, 'expected a string') : String(resolved);
}

function listOf(value: TemplateJson, scope: Scope, path: Path): readonly TemplateJson[] {
  const resolved = resolveValue(value, scope, path);
  return Array.isArray(resolved) ? resolved : fail(scope, path, 'expected a list');
}

function fail(scope: Scope, [logicalId, ...property]: Path, reason: string): never {
  const place = [`Stack ${scope.stack.name}`, `resource ${logicalId}`];
  if (property.length > 0) place.push(`property ${property.join('.')}`);
  throw new StartError(`${place.join(', ')}: ${reason}.`);
}
