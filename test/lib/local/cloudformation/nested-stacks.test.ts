import { expect, test } from '@jest/globals';
import type { JsonObject, TemplateJson } from '#lib/local/cloudformation/json.ts';
import { withNestedStacks } from '#lib/local/cloudformation/nested-stacks.ts';

const stack = (parameters: JsonObject) => ({
  Type: 'AWS::CloudFormation::Stack',
  Properties: { Parameters: parameters },
});
const queue = (properties: JsonObject = {}) => ({ Type: 'AWS::SQS::Queue', Properties: properties });

const template = (
  Resources: Readonly<Record<string, { readonly Type: string; readonly Properties: JsonObject }>>,
  Outputs: Readonly<Record<string, { readonly Value: TemplateJson }>> = {},
) => ({ Resources, Outputs });

test('resources of a nested stack become resources of the parent, with the values of its parameters', () => {
  const parent = template({ Api: queue(), Nested: stack({ api: { Ref: 'Api' } }) });
  const nested = template({ Inner: queue({ Name: { Ref: 'api' } }) });
  const { Resources } = withNestedStacks(parent, () => nested);
  expect(Resources).toEqual({ Api: queue(), Inner: queue({ Name: { Ref: 'Api' } }) });
});

test('references to outputs become the values of the outputs, also between nested stacks', () => {
  const parent = template({
    First: stack({}),
    Second: stack({ name: { 'Fn::GetAtt': ['First', 'Outputs.Name'] } }),
    Method: queue({ Uri: { 'Fn::Join': ['', ['a/', { 'Fn::GetAtt': ['Second', 'Outputs.Name'] }]] } }),
  });
  const { Resources } = withNestedStacks(parent, (_properties, id) =>
    id === 'First'
      ? template({ A: queue() }, { Name: { Value: { Ref: 'A' } } })
      : template({ B: queue({ Of: { Ref: 'name' } }) }, { Name: { Value: { Ref: 'B' } } }),
  );
  expect(Resources).toEqual({
    A: queue(),
    B: queue({ Of: { Ref: 'A' } }),
    Method: queue({ Uri: { 'Fn::Join': ['', ['a/', { Ref: 'B' }]] } }),
  });
});

test('two resources with one logical id are an error', () => {
  const parent = template({ A: queue(), Nested: stack({}) });
  expect(() => withNestedStacks(parent, () => template({ A: queue() }))).toThrow(
    'Two resources have the logical id A.',
  );
});
