import { StartError } from '../start-error.ts';
import type { StackTemplate } from './assembly.ts';
import { isJsonObject, type JsonObject, type TemplateJson } from './json.ts';

/** What `Ref` and `Fn::GetAtt` of a resource give. */
export interface Identity {
  readonly ref: string;
  readonly attribute: (name: string) => TemplateJson | undefined;
}

/** The template around a value that is being resolved: where it stands, and what it may refer to. */
export interface Scope {
  readonly stack: StackTemplate;
  readonly region: string;
  readonly account: string;
  /** The identity of a resource of this stack; undefined when there is none or its condition is false. */
  readonly identify: (logicalId: string) => Identity | undefined;
  /** The value of an export of any stack. */
  readonly importValue: (name: string) => TemplateJson | undefined;
  readonly stackOutput: (stackName: string, outputName: string) => TemplateJson | undefined;
  /** The value behind `{{resolve:service:reference}}`. */
  readonly dynamicReference: (service: string, reference: string) => string | undefined;
}

/** A value that stands for "leave this property out" (AWS::NoValue). */
const noValue = Symbol('AWS::NoValue');
type Resolved = TemplateJson | typeof noValue;

/**
 * Resolves every intrinsic function inside a value of a template.
 * `path` names the place in messages, as `[logical id, property, …]`.
 * Throws StartError naming stack, resource and property for an unknown function or a missing reference.
 */
export function resolveValue(value: TemplateJson, scope: Scope, path: readonly string[]): TemplateJson {
  const resolved = resolve(value, scope, path);
  return resolved === noValue ? null : resolved;
}

/** Whether a condition of the template holds. */
export function conditionHolds(name: string, scope: Scope, path: readonly string[]): boolean {
  const definition = scope.stack.template.Conditions[name];
  if (definition === undefined) return fail(scope, path, `condition ${name} is not in the template`);
  return evaluateCondition(definition, scope, path);
}

function resolve(value: TemplateJson, scope: Scope, path: readonly string[]): Resolved {
  if (typeof value === 'string') return resolveDynamicReferences(value, scope, path);
  if (Array.isArray(value)) {
    return value.flatMap((item: TemplateJson, index): TemplateJson[] => {
      const resolved = resolve(item, scope, [...path, String(index)]);
      return resolved === noValue ? [] : [resolved];
    });
  }
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value);
  const [name] = keys;
  if (keys.length === 1 && name !== undefined) {
    if (name === 'Ref') return resolveRef(value[name] ?? null, scope, path);
    const argument = value[name] ?? null;
    if (name.startsWith('Fn::')) return callFunction(name, argument, scope, path);
    if (name === 'Condition' && path.length === 0) return conditionHolds(String(argument), scope, path);
  }
  const entries = Object.entries(value).flatMap(([key, item]): [string, TemplateJson][] => {
    const resolved = resolve(item, scope, [...path, key]);
    return resolved === noValue ? [] : [[key, resolved]];
  });
  return Object.fromEntries(entries);
}

function resolveRef(target: TemplateJson, scope: Scope, path: readonly string[]): Resolved {
  const name = String(target);
  if (name === 'AWS::NoValue') return noValue;
  const pseudo = pseudoParameter(name, scope);
  if (pseudo !== undefined) return pseudo;
  const parameter = scope.stack.template.Parameters[name];
  if (parameter !== undefined) {
    if (parameter.Default !== undefined) return parameter.Default;
    return fail(scope, path, `parameter ${name} has no default value`);
  }
  const identity = scope.identify(name);
  return identity?.ref ?? fail(scope, path, `Ref names ${name}, which the template does not hold`);
}

function pseudoParameter(name: string, scope: Scope): TemplateJson | undefined {
  const stackId = `arn:aws:cloudformation:${scope.region}:${scope.account}:stack/${scope.stack.name}/local`;
  switch (name) {
    case 'AWS::AccountId':
      return scope.account;
    case 'AWS::Region':
      return scope.region;
    case 'AWS::Partition':
      return 'aws';
    case 'AWS::URLSuffix':
      return 'amazonaws.com';
    case 'AWS::StackName':
      return scope.stack.name;
    case 'AWS::StackId':
      return stackId;
    case 'AWS::NotificationARNs':
      return [];
    default:
      return undefined;
  }
}

function callFunction(name: string, argument: TemplateJson, scope: Scope, path: readonly string[]): Resolved {
  switch (name) {
    case 'Fn::GetAtt':
      return getAttribute(argument, scope, path);
    case 'Fn::Join': {
      const [delimiter, items] = twoOf(name, argument, scope, path);
      return listOf(items, scope, path)
        .map(String)
        .join(stringOf(delimiter, scope, path));
    }
    case 'Fn::Sub':
      return substitute(argument, scope, path);
    case 'Fn::Select': {
      const [index, items] = twoOf(name, argument, scope, path);
      const position = Number(stringOf(index, scope, path));
      const list = listOf(items, scope, path);
      return list[position] ?? fail(scope, path, `Fn::Select has no item ${position} in ${list.length}`);
    }
    case 'Fn::Split': {
      const [delimiter, text] = twoOf(name, argument, scope, path);
      return stringOf(text, scope, path).split(stringOf(delimiter, scope, path));
    }
    case 'Fn::If': {
      const [condition, whenTrue, whenFalse] = Array.isArray(argument)
        ? (argument as readonly TemplateJson[])
        : [];
      const branch = conditionHolds(String(condition ?? ''), scope, path) ? whenTrue : whenFalse;
      return branch === undefined
        ? fail(scope, path, 'Fn::If needs three items')
        : resolve(branch, scope, path);
    }
    case 'Fn::ImportValue': {
      const exportName = stringOf(argument, scope, path);
      return scope.importValue(exportName) ?? fail(scope, path, `no stack exports ${exportName}`);
    }
    case 'Fn::GetStackOutput': {
      const { StackName, OutputName } = objectOf(argument, scope, path);
      const [stackName, outputName] = [String(StackName), String(OutputName)];
      return (
        scope.stackOutput(stackName, outputName) ??
        fail(scope, path, `stack ${stackName} has no output ${outputName}`)
      );
    }
    case 'Fn::FindInMap':
      return findInMap(listOf(argument, scope, path).map(String), scope, path);
    case 'Fn::Base64':
      return Buffer.from(stringOf(argument, scope, path)).toString('base64');
    case 'Fn::GetAZs':
      return ['a', 'b', 'c'].map((zone) => scope.region + zone);
    case 'Fn::Length':
      return listOf(argument, scope, path).length;
    case 'Fn::ToJsonString':
      return JSON.stringify(resolveValue(argument, scope, path));
    case 'Fn::Equals':
    case 'Fn::And':
    case 'Fn::Or':
    case 'Fn::Not':
      return evaluateCondition({ [name]: argument }, scope, path);
    default:
      return fail(scope, path, `the intrinsic function ${name} is not known to the local runtime`);
  }
}

function getAttribute(argument: TemplateJson, scope: Scope, path: readonly string[]): Resolved {
  const [logicalId, attribute] =
    typeof argument === 'string'
      ? [argument.slice(0, argument.indexOf('.')), argument.slice(argument.indexOf('.') + 1)]
      : twoOf('Fn::GetAtt', argument, scope, path).map((part) => stringOf(part, scope, path));
  const identity = scope.identify(logicalId ?? '');
  if (identity === undefined) {
    return fail(scope, path, `Fn::GetAtt names ${logicalId}, which the template does not hold`);
  }
  return (
    identity.attribute(attribute ?? '') ??
    fail(scope, path, `the local runtime has no attribute ${attribute} of ${logicalId}`)
  );
}

function substitute(argument: TemplateJson, scope: Scope, path: readonly string[]): string {
  const [text, own] = Array.isArray(argument) ? (argument as readonly TemplateJson[]) : [argument];
  const variables = isJsonObject(own) ? own : {};
  return String(text).replaceAll(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal !== '') return `\${${name}}`;
    const variable = variables[name];
    if (variable !== undefined) return stringOf(variable, scope, path);
    const call: JsonObject = name.includes('.') ? { 'Fn::GetAtt': name } : { Ref: name };
    return stringOf(call, scope, path);
  });
}

function findInMap(keys: readonly string[], scope: Scope, path: readonly string[]): TemplateJson {
  let found: TemplateJson | undefined = scope.stack.template.Mappings;
  for (const key of keys) found = isJsonObject(found) ? found[key] : undefined;
  return found ?? fail(scope, path, `Fn::FindInMap finds nothing under ${keys.join('.')}`);
}

function evaluateCondition(definition: TemplateJson, scope: Scope, path: readonly string[]): boolean {
  const [name, argument] = Object.entries(objectOf(definition, scope, path, false))[0] ?? [];
  const operands = Array.isArray(argument) ? (argument as readonly TemplateJson[]) : [];
  const holds = (operand: TemplateJson) => evaluateCondition(operand, scope, path);
  switch (name) {
    case 'Condition':
      return conditionHolds(String(argument), scope, path);
    case 'Fn::Equals': {
      const [left, right] = operands.map((operand) => resolveValue(operand, scope, path));
      return JSON.stringify(left) === JSON.stringify(right);
    }
    case 'Fn::And':
      return operands.every(holds);
    case 'Fn::Or':
      return operands.some(holds);
    case 'Fn::Not':
      return !operands.every(holds);
    default:
      return fail(
        scope,
        path,
        `the condition function ${name ?? '(none)'} is not known to the local runtime`,
      );
  }
}

function resolveDynamicReferences(text: string, scope: Scope, path: readonly string[]): string {
  if (!text.includes('{{resolve:')) return text;
  return text.replaceAll(
    /\{\{resolve:([a-z-]+):([^}]+)\}\}/g,
    (whole, service: string, reference: string) => {
      return (
        scope.dynamicReference(service, reference) ??
        fail(scope, path, `the dynamic reference ${whole} names nothing that the templates hold`)
      );
    },
  );
}

function twoOf(
  name: string,
  argument: TemplateJson,
  scope: Scope,
  path: readonly string[],
): readonly [TemplateJson, TemplateJson] {
  const [first, second] = Array.isArray(argument) ? (argument as readonly TemplateJson[]) : [];
  if (first === undefined || second === undefined) return fail(scope, path, `${name} needs two items`);
  return [first, second];
}

function stringOf(value: TemplateJson, scope: Scope, path: readonly string[]): string {
  const resolved = resolveValue(value, scope, path);
  if (typeof resolved === 'object')
    return fail(scope, path, 'a text is expected here, not a list or an object');
  return String(resolved);
}

function listOf(value: TemplateJson, scope: Scope, path: readonly string[]): readonly TemplateJson[] {
  const resolved = resolveValue(value, scope, path);
  return Array.isArray(resolved) ? resolved : fail(scope, path, 'a list is expected here');
}

function objectOf(value: TemplateJson, scope: Scope, path: readonly string[], resolving = true): JsonObject {
  const resolved = resolving ? resolveValue(value, scope, path) : value;
  return isJsonObject(resolved) ? resolved : fail(scope, path, 'an object is expected here');
}

function fail(scope: Scope, [logicalId, ...property]: readonly string[], reason: string): never {
  const place = [`Stack ${scope.stack.name}`];
  if (logicalId !== undefined) place.push(`resource ${logicalId}`);
  if (property.length > 0) place.push(`property ${property.join('.')}`);
  throw new StartError(`${place.join(', ')}: ${reason}.`);
}
